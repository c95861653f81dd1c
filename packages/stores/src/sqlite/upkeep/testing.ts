import { systemClock, type StoreClock } from '../../lock.ts'
import { sampleHolder } from '../../testing.ts'
import type { Keeper } from './in-use.ts'

/** A command that changes a state as a whole. By default, no process counts as gone. */
export function keeper(isGone: Keeper['isGone'] = () => false, clock: StoreClock = systemClock): Keeper {
  return { holder: sampleHolder('keeper'), isGone, clock }
}
