/** Adds a value to the list that belongs to a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

/** Adds a value to the set that belongs to a key. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}

/** Items by each of their keys, in their order. `Map.groupBy` is for items that have one key. */
export function byEach<K, V>(items: Iterable<V>, keysOf: (item: V) => Iterable<K>): Map<K, V[]> {
  const lists = new Map<K, V[]>()
  for (const item of items) for (const key of keysOf(item)) addTo(lists, key, item)
  return lists
}
