import type { ResourceRecord } from '@slipway/stores'

/**
 * True when a record reads, directly or not, something that reads it: neither could ever go before the other. So it comes about when names
 * are swapped, and what has one of them is left as it is.
 */
export function readsInCircle(
  id: string,
  reader: string,
  records: ReadonlyMap<string, Pick<ResourceRecord, 'reads'>>,
): boolean {
  const seen = new Set([id])
  for (const one of seen) for (const read of records.get(one)?.reads ?? []) seen.add(read)
  return seen.has(reader)
}
