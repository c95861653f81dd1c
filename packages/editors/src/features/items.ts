import type { Value } from '@slipway/model'

export type ItemKind = 'field' | 'type' | 'word' | 'function' | 'reference'

export interface Item {
  readonly label: string
  readonly kind: ItemKind
  /** Shown beside the label; short. */
  readonly detail?: string
  /** Markdown. */
  readonly help?: string | undefined
  /** The inserted text, if it is not the label. */
  readonly insert?: string
  /** True for a number, `true` or `false`, which is never put in quotes. */
  readonly isPlain?: true
}

export interface Completion {
  readonly items: readonly Item[]
  /** The stretch that an item replaces. */
  readonly start: number
  readonly end: number
}

export function typeItems(
  types: ReadonlyMap<string, { readonly label: string; readonly description?: string }>,
): readonly Item[] {
  return Array.from(types, ([label, { label: detail, description }]) => ({
    label,
    kind: 'type',
    detail,
    help: description,
  }))
}

/** A possible value; readers see `label` in its place. */
export function wordItem(value: Value, label?: string, help?: string): Item {
  const word = wordOf(value)
  return {
    label: word,
    kind: 'word',
    ...(label !== undefined && label !== '' && label !== word && { detail: label }),
    ...(help !== undefined && { help }),
    ...(typeof value !== 'string' && { isPlain: true }),
  }
}

/** A scalar as it is written. */
export function wordOf(value: Value): string {
  return typeof value === 'object' ? '' : String(value)
}

export function named(names: Iterable<string> = [], detail: string): readonly Item[] {
  return Array.from(names, (label) => ({ label, kind: 'reference', detail }))
}
