import type { Settler } from '../reality/doubt-verdict.ts'
import type { Session } from './session.ts'

/** Makes what asks about what is in doubt in a run. One is for one doubt: its patience begins with the first question. */
export function settlersIn(session: Session, foundByGiven: Iterable<string> = []): () => Settler {
  const { calls, instance, clock, deadlines, cancel, stop } = session
  // A signal that follows others is slow to make, and each step asks for this.
  const stopped = stop === undefined ? cancel : AbortSignal.any([cancel, stop])
  const found = new Set(foundByGiven)
  return () => ({
    calls,
    ...instance,
    unusedId: () => session.newId(),
    patience: { clock, deadlines, stop: stopped, tell: (event) => session.tell(event) },
    foundByGiven: found,
    isInRun: true,
  })
}
