import type { ResourceRecord } from '@slipway/stores'

/**
 * True when a record reads, directly or not, one of its own readers: neither could ever go before the other. This comes about when names are
 * swapped, and a part of the swap is left out.
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
