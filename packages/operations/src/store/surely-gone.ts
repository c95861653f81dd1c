import { isGone, processIdentity } from '@slipway/processes'
import type { LockHolder } from '@slipway/stores'

/**
 * True if a holder's process is gone and we may end everything that it started. For another user's process only root can be sure: it may be
 * hidden, and its leftovers are not ours. Callers then wait for the lease to expire, as for a holder on another machine.
 */
export function isSurelyGone(holder: LockHolder): boolean {
  return isGone(holder) && (process.geteuid?.() === 0 || holder.user === processIdentity().user)
}
