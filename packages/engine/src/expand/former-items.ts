import type { MovedDeclaration } from '../language/declarations.ts'
import type { Budget } from '../language/budget.ts'
import type { Expression } from '../language/expression.ts'

/** The items of a renamed template. If `site` has become `page`, `site_eu` has become `page_eu`. */
interface ItemsOf {
  /** The parts of the names after the name of the template: `eu`, or the index. */
  readonly suffixes: readonly string[]
}

/** The memory, in bytes, for an entry with its place. */
const entryBytes = 128

/**
 * Entries of `metadata.slipway.moved`, where each entry that leads to a template is replaced by one for each item. An entry for an item
 * counts more than an entry for the template. An entry whose items could not be found out is dropped.
 *
 * @param itemsOf `undefined` if it is not a template; `'unknown'` if nobody knows its items, or whether this is one of them
 */
export function movedItems(
  moved: readonly MovedDeclaration[],
  itemsOf: (name: string) => ItemsOf | 'unknown' | undefined,
  budget: Budget,
): readonly MovedDeclaration[] {
  const next = new Map(moved.map(({ from, to }) => [from.value, to.value]))
  return moved.flatMap((entry): readonly MovedDeclaration[] => {
    const items = itemsOf(lastOf(entry.to.value, next))
    if (items === undefined) return [entry]
    if (items === 'unknown') return []
    budget.takeBytes(entryBytes * items.suffixes.length)
    return items.suffixes.flatMap((suffix) => {
      const [from, to] = [itemName(entry.from.value, suffix), itemName(entry.to.value, suffix)]
      if (next.has(from)) return []
      return [{ from: { ...entry.from, value: from }, to: { ...entry.to, value: to } }]
    })
  })
}

/** Follows the entries to the present name. Entries that lead in a circle are refused later. */
function lastOf(name: string, next: ReadonlyMap<string, string>): string {
  let at = name
  for (let steps = 0; steps < next.size; steps++) {
    const following = next.get(at)
    if (following === undefined) break
    at = following
  }
  return at
}

/** Options of an item: the former names of its template become former names of the item. */
export function withFormerItems(options: Expression | undefined, suffix: string): Expression | undefined {
  if (options?.kind !== 'map') return options
  const entries = options.entries.map(([name, value]) =>
    name === 'aliases' && value.kind === 'list'
      ? ([name, { ...value, items: value.items.flatMap((alias) => aliasesOf(alias, suffix)) }] as const)
      : ([name, value] as const),
  )
  return { ...options, entries }
}

/** The aliases of an item. A literal alias is the same for all items, so it is the former name of the template. */
function aliasesOf(alias: Expression, suffix: string): readonly Expression[] {
  if (alias.kind !== 'literal' || typeof alias.value !== 'string') return [alias]
  return [{ ...alias, value: itemName(alias.value, suffix) }, alias]
}

export function itemName(template: string, suffix: string): string {
  return `${template}_${suffix}`
}
