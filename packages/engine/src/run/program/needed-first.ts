import type { ResourceRecord } from '@slipway/stores'
import type { Wanted } from '../../plan/decide/decide.ts'
import type { Following } from '../session/session.ts'

/**
 * Marks a resource that something with `replaceOrder: create-first` needs, directly or not. A program asks for a resource before it asks for the
 * resources that need it, so only records show this when the resource is decided.
 *
 * @param generations the records that may become the resource
 */
export function neededFirst(
  wanted: Wanted,
  generations: readonly ResourceRecord[],
  records: Pick<Following['records'], 'readersOf'>,
): Wanted {
  const seen = new Set(generations)
  for (const record of seen) {
    for (const reader of records.readersOf(record.id)) {
      if (reader.options?.replaceOrder === 'create-first')
        return { ...wanted, resource: { ...wanted.resource, isNeededFirst: true } }
      seen.add(reader)
    }
  }
  return wanted
}
