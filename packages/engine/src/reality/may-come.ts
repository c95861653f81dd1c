import type { Providers } from '../providers/providers.ts'
import { hasFailed } from './life-cycle.ts'
import type { SettlingResult } from './settle-doubt.ts'

/**
 * Ids of what creates that were cut short may still make: nothing is found yet, and the time that their types declare has not passed. A
 * call that was answered is over. If no time is declared, it would never be certain that nothing comes, so that does not count.
 */
export function mayStillCome({ settled, state }: SettlingResult, providers: Providers): ReadonlySet<string> {
  const absent = new Set(settled.flatMap(({ verdict, resourceId }) => (verdict === 'absent' ? [resourceId] : [])))
  if (absent.size === 0) return absent
  const coming = state.resources.filter(
    (record) =>
      absent.has(record.id) && !hasFailed(record) && providers.type(record.type)?.settlesWithinMs !== undefined,
  )
  return new Set(coming.map(({ id }) => id))
}
