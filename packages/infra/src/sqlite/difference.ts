import type { Change, Entry } from '../keyvalue/store.ts'

/** The entries that a watch has reported so far. */
export type Known = Map<string, string>

export function knownOf(entries: readonly Entry[]): Known {
  return new Map(entries.map(({ key, value }) => [key, value]))
}

/** The changes from the known data to the present entries, sorted by key, deletions last. */
export function changesBetween(known: ReadonlyMap<string, string>, entries: readonly Entry[]): Change[] {
  const present = new Set<string>()
  const changes: Change[] = []
  for (const { key, value } of entries) {
    present.add(key)
    if (known.get(key) !== value) changes.push({ type: 'put', key, value })
  }
  for (const key of known.keys()) if (!present.has(key)) changes.push({ type: 'delete', key })
  return changes
}
