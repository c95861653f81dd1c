import type { Position, Range } from '@slipway/model'

/** A text with a name. Positions are computed when asked for, from offsets. */
export interface SourceText {
  readonly file: string
  readonly text: string
  /** The file in which an offset lies. It differs from `file` if several texts were joined. */
  fileAt(offset: number): string
  position(offset: number): Position
  range(start: number, end: number): Range
}

/** Offsets are UTF-16 code units from the start of the text; `end` is exclusive. */
interface Located {
  readonly start: number
  readonly end: number
}

export interface ScalarNode extends Located {
  readonly kind: 'scalar'
  readonly value: null | boolean | number | bigint | string
  /** As written, without quotes. */
  readonly text: string
  /** Block scalars and quoted ones are always strings. */
  readonly style: 'plain' | 'quoted' | 'block'
  /**
   * Maps `text` to the file if the two differ: three numbers for each stretch, in the order of `text`: its index in `text`, and its start
   * and end in the file.
   */
  readonly stretches?: readonly number[]
  /** True for a node that could not be read, which has been reported. Its meaning is unknown. */
  readonly isBroken?: true
}

export interface ListNode extends Located {
  readonly kind: 'list'
  readonly items: readonly TreeNode[]
}

export interface MapEntry {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: TreeNode
}

export interface MapNode extends Located {
  readonly kind: 'map'
  /** In the order of the text; keys are unique (a duplicate is reported, the first is kept). */
  readonly entries: readonly MapEntry[]
}

export type TreeNode = ScalarNode | ListNode | MapNode
