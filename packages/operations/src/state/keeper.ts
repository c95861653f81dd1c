import { processIdentity } from '@slipway/processes'
import { systemClock } from '@slipway/stores'
import type { Keeper } from '@slipway/stores/upkeep'
import { isSurelyGone } from '../store/surely-gone.ts'

/** Makes the identity of this command as the holder of a whole state. */
export function keeperFor(command: string): Keeper {
  const clock = systemClock
  return { holder: { ...processIdentity(), runId: '', command, since: clock.now() }, isGone: isSurelyGone, clock }
}
