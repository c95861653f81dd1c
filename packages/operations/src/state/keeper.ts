import { isGone, processIdentity } from '@slipway/processes'
import { systemClock } from '@slipway/stores'
import type { Keeper } from '@slipway/stores/upkeep'

/** This command, as one that changes a state as a whole. */
export function keeperFor(command: string): Keeper {
  const clock = systemClock
  return { holder: { ...processIdentity(), runId: '', command, since: clock.now() }, isGone, clock }
}
