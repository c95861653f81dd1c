import type { Providers } from '../providers/providers.ts'
import { doubtfulSince, hasFailed } from './life-cycle.ts'
import type { SettlingResult } from './settle-doubt.ts'

/**
 * Ids of what creates that were cut short may still make: nothing is found yet, and their time has not passed. A call that was answered
 * is over.
 *
 * @param settleMs the time of types that do not declare theirs
 */
export function mayStillCome(
  { settled, state }: SettlingResult,
  { providers, now, settleMs }: { readonly providers: Providers; readonly now: number; readonly settleMs: number },
): ReadonlySet<string> {
  const absent = new Set(settled.flatMap(({ verdict, resourceId }) => (verdict === 'absent' ? [resourceId] : [])))
  if (absent.size === 0) return absent
  const coming = state.resources.filter((record) => {
    const { settlesWithinMs = settleMs } = providers.type(record.type) ?? {}
    return absent.has(record.id) && !hasFailed(record) && now - doubtfulSince(record, now) < settlesWithinMs
  })
  return new Set(coming.map(({ id }) => id))
}
