import { comparePostfixes, type Postfix } from './stage-postfix.ts'

/** A position in a stage: at a number, or in the gap just before it. */
export interface StagePosition {
  readonly number: Postfix
  readonly gap: boolean
}

/** Something to be put in order. `name` and `index` together are unique. */
export interface StageItem {
  /** If absent, it is as near to 0 as its edges allow. */
  readonly position?: StagePosition
  /** Decides between equal positions, by code unit. */
  readonly name: string
  /** Decides between equal names. */
  readonly index: number
  /** Only an anchor for edges, and not part of the result. */
  readonly marker?: boolean
}

/** `first` comes before `second`; both are indexes of items. */
export interface StageEdge {
  readonly first: number
  readonly second: number
}

export function comparePositions(a: StagePosition, b: StagePosition): number {
  return comparePostfixes(a.number, b.number) || Number(b.gap) - Number(a.gap)
}
