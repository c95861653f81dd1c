export type ItemKind = 'field' | 'type' | 'word' | 'function' | 'reference'

export interface Item {
  readonly label: string
  readonly kind: ItemKind
  /** Beside the label, short. */
  readonly detail?: string
  /** Markdown. */
  readonly help?: string | undefined
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

export function named(names: Iterable<string> = [], detail: string): readonly Item[] {
  return Array.from(names, (label) => ({ label, kind: 'reference', detail }))
}
