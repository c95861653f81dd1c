import { isGone, processIdentity } from '@slipway/processes'
import type { LockHolder } from '@slipway/stores'

/**
 * True if a holder's process is gone and Slipway may end everything that it started. Only root can be sure about another user's process: it may be
 * hidden, and its leftovers do not belong to this user. Callers then wait for the lease to expire, as for a holder on another machine.
 */
export function isSurelyGone(holder: LockHolder): boolean {
  return isGone(holder) && (process.geteuid?.() === 0 || holder.user === processIdentity().user)
}
