import type { Settler } from '../reality/doubt-verdict.ts'
import type { RunSession } from './run-session.ts'

/** Asks about what is in doubt as long as nobody stops the run. */
export function settlerIn(session: RunSession, foundByGiven: Iterable<string> = []): Settler {
  const { calls, instance, clock, deadlines, cancel, stop } = session
  const stopped = stop === undefined ? cancel : AbortSignal.any([cancel, stop])
  return {
    calls,
    ...instance,
    unusedId: () => session.newId(),
    patience: { clock, deadlines, stop: stopped, tell: (event) => session.tell(event) },
    foundByGiven: new Set(foundByGiven),
    isInRun: true,
  }
}
