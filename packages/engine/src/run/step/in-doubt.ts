import { type Failure, type PluginFailure, type ResourceTypeDefinition, statusAfter } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import {
  type Doubt,
  findVerdict,
  maybeAnother,
  otherThatMayBe,
  type Verdict,
  type VerdictContext,
} from '../../reality/doubt/doubt-verdict.ts'
import { verdictChanges } from '../../reality/doubt/verdict-changes.ts'
import { hasReasons, mayExist } from '../../reality/recorded/life-cycle.ts'
import { doubtObstacle, givenUpHint } from '../../reality/obstacles/obstacles.ts'
import { failureReasons } from '../../providers/failures/failure-reasons.ts'
import { recordsThatMayBe } from './left-outside.ts'
import type { Doubting, Session } from '../session/session.ts'

export interface DoubtEnd {
  readonly changes: readonly StateChange[]
  readonly failure: Failure
  /** True if the effect of the call is still unknown. */
  readonly inDoubt: boolean
}

/**
 * Ends a call of this run in doubt: a call without an answer, or a create that failed but may have made something. Asks the provider once
 * nobody works on the call any more, unless the user does not want to wait. The call is never repeated here. The next run goes on from the
 * new records.
 */
export async function endDoubt(
  intent: Intent,
  previous: ResourceRecord | undefined,
  failure: PluginFailure,
  session: Doubting,
): Promise<DoubtEnd> {
  const { action } = intent
  const resource = { ...intent.resource, failureReasons: failureReasons(failure) }
  const doubt: Doubt = { action, resource, hasFailed: !failure.inDoubt, begunAt: intent.startedAt }
  if (action === 'create') session.doubts.inDoubt.set(resource.id, resource)
  const isOver = await endOfCall(failure, session)
  const verdict = isOver ? await verdictOf(doubt, previous, session) : undefined
  if (verdict?.kind === 'unknown' && verdict.isFound === false && isDenial(failure))
    return denied(resource, session, failure)
  if (action === 'create' && verdict?.kind === 'unknown') session.doubts.undecided.add(resource.id)
  const definition = session.definition(resource.type)
  const now = session.journal.now()
  const holder = action === 'create' ? session.records.named(resource.name) : previous
  const changes = verdictChanges(doubt, verdict ?? { kind: 'repeat' }, { definition, holder, now, isOver })
  const isOpen =
    action === 'create' && (verdict === undefined || verdict.kind === 'unknown' || verdict.kind === 'absent')
  const isToBeSettled = isOpen && (verdict === undefined || verdict.kind === 'unknown')
  const hintOf = verdict === undefined ? givenUpHint : hintFor
  return {
    changes: changes.map((change) => withReasons(change, failure)),
    failure: isToBeSettled ? failure.reworded({ hint: hintOf(asRecorded(resource, changes), definition) }) : failure,
    inDoubt: isOpen,
  }
}

function hintFor(resource: ResourceRecord, definition: ResourceTypeDefinition | undefined): string {
  return doubtObstacle(resource, definition).hint
}

/**
 * True if a foreign plugin answers that the input is bad, that a later try may help, or, if its dialect counts this as an answer, that the create
 * failed. If the plugin then does not find the thing, that proves nothing, but nobody has to wait: the wanted resource is made anew, beside the
 * attempt.
 */
function isDenial({ inDoubt, pluginErrorCode, answered }: PluginFailure): boolean {
  return !inDoubt && (answered || pluginErrorCode === 'BAD_INPUT' || pluginErrorCode === 'TRANSIENT')
}

/** Records the attempt as a generation of its own, which blocks nothing. Every run asks about it. */
function denied(
  resource: ResourceRecord,
  session: Pick<Session, 'records' | 'journal'>,
  failure: PluginFailure,
): DoubtEnd {
  const holder = session.records.named(resource.name)
  const now = session.journal.now()
  const status = statusAfter('create', 'failed')
  const attempt: ResourceRecord = {
    ...resource,
    denied: failure.answered ? 'answered' : true,
    status,
    replaced: true,
    doubtSince: resource.doubtSince ?? now,
    updatedAt: now,
  }
  const isSame = holder === undefined || holder.id === resource.id
  const reasons: StateChange[] = isSame
    ? []
    : mayExist(holder)
      ? [{ kind: 'resource', resource: { ...holder, failureReasons: resource.failureReasons } }]
      : [{ kind: 'forget', resourceId: holder.id }]
  return { changes: [...reasons, { kind: 'resource', resource: attempt }], failure, inDoubt: false }
}

/** Waits until nobody works on a call any more. False if the user did not want to wait. */
async function endOfCall({ over }: PluginFailure, session: Pick<Session, 'timing'>): Promise<boolean> {
  const { cancel } = session.timing
  if (cancel.aborted) return false
  if (over === undefined) return true
  const cancelled = Promise.withResolvers<false>()
  const onAbort = (): void => cancelled.resolve(false)
  cancel.addEventListener('abort', onAbort)
  const isOver = await Promise.race([over.then(() => true), cancelled.promise])
  cancel.removeEventListener('abort', onAbort)
  return isOver
}

async function verdictOf(
  doubt: Doubt,
  previous: ResourceRecord | undefined,
  session: Omit<Doubting, 'timing'>,
): Promise<Verdict> {
  const { resource, action } = doubt
  const found = await findVerdict(doubt, { ...verdictContext(resource, session), previous })
  const verdict = action === 'create' ? unlessAnothers(found, resource, session) : found
  // After a failed call, nobody expects a thing, so its absence is not reported.
  const isNothing =
    ['absent', 'missing', 'repeat'].includes(verdict.kind) || (verdict.kind === 'unknown' && verdict.isFound === false)
  if (doubt.hasFailed && isNothing) return verdict
  const { name, type: resourceType } = resource
  session.journal.tell({ type: 'doubt-settled', name, resourceType, action, verdict: verdict.kind })
  return verdict
}

/** The context in which a run asks about a call in doubt. */
export function verdictContext({ type }: ResourceRecord, session: Omit<Doubting, 'timing'>): VerdictContext {
  const { settler, journal } = session
  return { definition: session.definition(type), settler, others: recordsThatMayBe(session), now: journal.now() }
}

/** The changes of state that a verdict brings during a run, once nobody works on the call any more. */
export function changesNow(
  doubt: Doubt,
  verdict: Verdict,
  session: Pick<Session, 'definition' | 'records' | 'journal'>,
): StateChange[] {
  const { type, name } = doubt.resource
  const [definition, holder] = [session.definition(type), session.records.named(name)]
  return verdictChanges(doubt, verdict, { definition, holder, now: session.journal.now(), isOver: true })
}

/** The verdict, unless another call of this run may have made the found thing. */
function unlessAnothers(
  verdict: Verdict,
  resource: ResourceRecord,
  session: Pick<Session, 'definition' | 'records' | 'doubts' | 'outcome'>,
): Verdict {
  const definition = session.definition(resource.type)
  if (verdict.kind !== 'exists' || verdict.isProven === true || definition?.settlement === 'repeatable') return verdict
  const other = otherThatMayBe(verdict.spec, resource, { definition, others: recordsThatMayBe(session) })
  if (other !== undefined) return { kind: 'unknown', reason: maybeAnother(other), isFound: true }
  session.doubts.inDoubt.set(resource.id, { ...resource, spec: verdict.spec })
  return verdict
}

function withReasons(change: StateChange, failure: PluginFailure): StateChange {
  if (change.kind !== 'resource' || !hasReasons(change.resource)) return change
  return { kind: 'resource', resource: { ...change.resource, failureReasons: failureReasons(failure) } }
}

/** The attempt as it will be recorded. A hint about a successor must not use its name, which would settle or forget the old resource. */
function asRecorded(resource: ResourceRecord, changes: readonly StateChange[]): ResourceRecord {
  const found = changes.find((change) => change.kind === 'resource' && change.resource.id === resource.id)
  return found?.kind === 'resource' ? found.resource : resource
}
