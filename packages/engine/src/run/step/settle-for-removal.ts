import { Failure, type ResourceTypeDefinition, shellWord } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { type Doubt, findVerdict, type Verdict } from '../../reality/doubt/doubt-verdict.ts'
import { doubtfulSince, hasFailed, isAnswered } from '../../reality/recorded/life-cycle.ts'
import { isLostWithoutId } from '../../reality/obstacles/missing-id.ts'
import { doubtObstacle } from '../../reality/obstacles/obstacles.ts'
import { changesNow, verdictContext } from './in-doubt.ts'
import type { Doubting, Session } from '../session/session.ts'
import { nextPause, sleptInRun } from './stabilise.ts'
import type { StepControl } from '../session/step-control.ts'

/**
 * Finds out whether a resource to remove was ever made. Waits while its create may still take effect: for the time that its type gives, or a minute.
 * Nothing is made here.
 *
 * @returns the resource, if it exists; `undefined` if the step has ended because the resource does not exist, or because nobody knows yet
 */
export async function settleForRemoval(
  record: ResourceRecord,
  control: StepControl,
  session: Doubting,
): Promise<ResourceRecord | undefined> {
  const { deadlines, cancel } = session.timing
  const definition = session.definition(record.type)
  const now = session.journal.now()
  const known = { ...record, doubtSince: doubtfulSince(record, now) }
  const doubt: Doubt = { action: 'create', resource: known, hasFailed: hasFailed(record) }
  const leftMs = known.doubtSince + (definition?.settlesWithinMs ?? deadlines.settle) - now
  // Monotonic time, so that the wait stays the same if the clock is set during it.
  const until = session.timing.clock.monotonic() + leftMs
  let pause = deadlines.firstPoll
  control.started(record.id)
  for (let polls = 1; ; polls++) {
    const verdict = await findVerdict(doubt, verdictContext(record, session))
    if (verdict.kind === 'exists') return await found(doubt, verdict, session)
    if (verdict.kind === 'missing') {
      await gone(record, control, session)
      return undefined
    }
    if (
      isHopeless(doubt, verdict, definition) ||
      cancel.aborted ||
      session.timing.clock.monotonic() >= until ||
      !(await sleptInRun(pause, session.timing))
    ) {
      // A thing that its provider cannot find after all that time no longer blocks the run. A thing that may well exist does.
      if (isAnswered(record) && mayBeNothing(verdict)) control.dropped(whyLeft(record))
      else if (verdict.kind === 'absent') control.leftOpen(stillOpen(record, verdict, definition))
      else control.failed(stillOpen(record, verdict, definition), true)
      return undefined
    }
    control.waiting(polls)
    pause = nextPause(pause, deadlines)
  }
}

/**
 * True if waiting cannot help. Waiting shows neither who made a thing that is found after a failed create, nor an id that was only in the lost
 * answer.
 */
function isHopeless(doubt: Doubt, verdict: Verdict, definition: ResourceTypeDefinition | undefined): boolean {
  if (verdict.kind !== 'unknown') return false
  const { isFound, isForUser = false } = verdict
  if (isForUser || (isFound === true && doubt.hasFailed)) return true
  return isFound === false && isLostWithoutId(doubt.resource, definition)
}

/** Records the found resource before it is destroyed, because the destroy may be interrupted, too. */
async function found(
  doubt: Doubt,
  verdict: Verdict,
  session: Pick<Session, 'definition' | 'records' | 'journal'>,
): Promise<ResourceRecord | undefined> {
  await session.journal.write(changesNow(doubt, verdict, session))
  return session.records.get(doubt.resource.id)
}

async function gone(record: ResourceRecord, control: StepControl, session: Pick<Session, 'journal'>): Promise<void> {
  const change: StateChange = { kind: 'forget', resourceId: record.id }
  const saved = session.journal.write([change])
  control.becomes('forget')
  control.done()
  await saved
  control.recorded()
}

/** True if the plugin finds nothing that contradicts a failed create. */
function mayBeNothing(verdict: Verdict): boolean {
  return verdict.kind === 'absent' || (verdict.kind === 'unknown' && verdict.isFound === false)
}

/** The reason why a row stays, with a hint for the user to look for its thing. */
function whyLeft({ id, failureReasons: [reason = 'its plugin gave no reason'] }: ResourceRecord): string {
  return `its create failed (${reason}), and only you can find out whether it left anything; once nothing of it is left: slipway state rm ${shellWord(id)}`
}

function stillOpen(record: ResourceRecord, verdict: Verdict, definition: ResourceTypeDefinition | undefined): Failure {
  const reason = verdict.kind === 'unknown' ? verdict.reason : 'its provider does not find it, but it may still appear'
  const { code, message, hint } = doubtObstacle({ ...record, failureReasons: [reason] }, definition)
  return new Failure(
    code,
    message,
    hint === undefined ? {} : { hint: hint.replaceAll('slipway up', 'slipway destroy') },
  )
}
