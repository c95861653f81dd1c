import { isGone, processIdentity } from '@slipway/processes'
import type { LockHolder } from '@slipway/stores'

/**
 * Whether the process of a holder is gone, and all that it has started is ours to end. Of another user nobody but root can be sure: its processes
 * may be hidden, and what it has left running is not ours. So its lease is waited for, as one of another machine is.
 */
export function isSurelyGone(holder: LockHolder): boolean {
  return isGone(holder) && (process.geteuid?.() === 0 || holder.user === processIdentity().user)
}
