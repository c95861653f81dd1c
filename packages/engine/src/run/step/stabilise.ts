import { Failure, type StabilisedResult, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { identityOf } from '../../reality/doubt/doubt-verdict.ts'
import type { Deadlines } from '../../providers/waiting/deadlines.ts'
import { slept } from '../../providers/waiting/slept.ts'
import type { Timing } from '../session/session-parts.ts'
import type { Session } from '../session/session.ts'

/** The factor by which each pause between two questions is longer than the previous pause. */
const pauseGrowth = 1.5

export function askStabilised(
  record: ResourceRecord,
  spec: ValueMap,
  session: Pick<Session, 'calls' | 'settler'>,
): Promise<StabilisedResult> {
  return session.calls.hasStabilised({ ...identityOf(record, session.settler), spec })
}

/**
 * Asks until a resource has stabilised. The first question, right after the deploy, has been answered with no.
 *
 * @param onPoll called for every further question, with its number from 1
 * @param limitMs the time limit in milliseconds
 * @throws PluginFailure; Failure `engine/not-stabilised` after the time limit
 */
export async function untilStabilised(
  record: ResourceRecord,
  spec: ValueMap,
  session: Pick<Session, 'calls' | 'settler' | 'timing'>,
  onPoll: (polls: number) => void,
  limitMs = session.timing.deadlines.stabilise,
): Promise<StabilisedResult> {
  const { clock, deadlines } = session.timing
  const start = clock.monotonic()
  let pause = deadlines.firstPoll
  for (let polls = 1; ; polls++) {
    onPoll(polls)
    if (!(await sleptInRun(pause, session.timing))) throw givenUp(record, session.timing)
    const result = await askStabilised(record, spec, session)
    if (result.stabilised) return result
    if (isStopped(session.timing)) throw givenUp(record, session.timing)
    if (clock.monotonic() - start >= limitMs) throw tooLong(record, limitMs)
    pause = nextPause(pause, deadlines)
  }
}

/** The next pause between two questions, in milliseconds. It is longer than the previous pause, up to a limit. */
export function nextPause(pause: number, { longestPoll }: Pick<Deadlines, 'longestPoll'>): number {
  return Math.min(longestPoll, pause * pauseGrowth)
}

/** Sleeps. False if the user has stopped the run during the sleep, which ends all waits early. */
export function sleptInRun(ms: number, { clock, cancel, stop }: Timing): Promise<boolean> {
  return slept(clock, ms, stop === undefined ? cancel : AbortSignal.any([cancel, stop]))
}

function isStopped({ cancel, stop }: Timing): boolean {
  return cancel.aborted || stop?.aborted === true
}

const checkAgain = 'run slipway up again to check it'

function givenUp({ name }: ResourceRecord, { cancel }: Timing): Failure {
  const what = cancel.aborted ? 'cancelled' : 'the run was stopped'
  return new Failure('engine/call-cancelled', `${name} was deployed, and ${what} before it was stable`, {
    hint: checkAgain,
  })
}

function tooLong({ name, type }: ResourceRecord, limitMs: number): Failure {
  return new Failure(
    'engine/not-stabilised',
    `${name} (${type}) was deployed, but is not stable after ${limitMs / 1_000} s`,
    {
      hint: `it may only be slow: ${checkAgain}`,
    },
  )
}
