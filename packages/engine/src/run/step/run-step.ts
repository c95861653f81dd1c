import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { PlannedEnd } from '../../plan/guard/guard.ts'
import { isUnread } from '../../plan/shape/missing-and-unread.ts'
import { isEnd, type PlanStep } from '../../plan/shape/plan.ts'
import { asFailure } from '../../reality/obstacles/obstacles.ts'
import { policyForOld } from '../../reality/recorded/policy-for-old.ts'
import type { StepNode } from '../graph/step-graph.ts'
import type { Session } from '../session/session.ts'
import type { StepControl } from '../session/step-control.ts'
import { isToBeThere } from './late-condition.ts'
import { linkStep } from './link-step.ts'
import { makeStep } from './make-step.ts'
import { readyStep } from './ready-step.ts'
import { endStep, type Successor } from './remove-step.ts'
import { keptNow, plannedDeployment, recordToBe } from './resolve-deployment.ts'

/** A node of the graph that can be started. */
export type StartedNode = Extract<StepNode, { kind: 'step' | 'old' | 'ready' | 'link' }>

/**
 * Does the work of one node of a run.
 *
 * @param isAwaited true if a new resource waits for this removal
 */
export async function runStep(
  node: StartedNode,
  control: StepControl,
  session: Session,
  isAwaited: boolean,
): Promise<void> {
  const { blocked, current } = node.kind === 'link' ? node.link : node.step
  if (blocked?.isAsBefore === true) control.stands()
  else if (blocked !== undefined) {
    if (blocked.isReplacement === true) control.becomes('replace')
    else if (node.kind !== 'link' && isUnread(node.step)) control.becomes('none')
    control.started(current?.id ?? '')
    // The record also says why the resource cannot be read.
    const recorded = node.kind === 'link' ? undefined : node.step.record
    if (recorded !== undefined) await session.journal.write([{ kind: 'resource', resource: recorded }])
    control.failed(asFailure(blocked), blocked.code === 'engine/in-doubt')
  } else if (node.kind === 'link') await linkStep(node.link, control, session)
  else await runResourceStep(node, control, session, isAwaited)
}

async function runResourceStep(
  node: Exclude<StartedNode, { kind: 'link' }>,
  control: StepControl,
  session: Session,
  isAwaited: boolean,
): Promise<void> {
  const { step, kind } = node
  const isOpen = kind === 'step' && step.wish?.conditionUntil !== undefined
  if (isOpen && !(await isToBeThere(wantedBy(step, session), control, session))) return
  if (kind === 'ready') await readyStep(wantedBy(step, session), node.open, control, session)
  else if (kind === 'old') await endOf(node, control, session, isAwaited)
  else if (step.record !== undefined && (step.action === 'none' || session.plan.operation === 'refresh'))
    await update(step.record, control, session)
  else if (isEnd(step)) await endOf({ step, kind }, control, session, isAwaited)
  else await makeStep(wantedBy(step, session), control, session)
}

function wantedBy({ name }: PlanStep, { wants }: Pick<Session, 'wants'>): CheckedResource {
  const resource = wants.resource(name)
  if (resource === undefined) throw new TypeError(`the plan is about ${name}, which the blueprint does not have`)
  return resource
}

/** Ends a resource that nobody wants, or the old resource of a replacement. */
async function endOf(
  { step, kind }: Extract<StartedNode, { kind: 'step' | 'old' }>,
  control: StepControl,
  session: Session,
  isAwaited: boolean,
): Promise<void> {
  const record = session.records.ofStep(step)
  if (record === undefined) {
    if (step.goesWith !== undefined) control.started(step.current?.id ?? '')
    control.done()
    if (step.goesWith !== undefined) control.recorded()
    return
  }
  const isForgotten = kind === 'old' ? step.retainsOld === true : step.action === 'forget'
  const isFirst = kind === 'old' && step.destroyFirst === true && !isForgotten
  const end: PlannedEnd = {
    record,
    isForgotten,
    isUnwanted: step.action === 'delete',
    isAwaited,
    isAlong: kind === 'step' && step.goesWith !== undefined,
    isLeftOut: step.leftOut === true,
  }
  const successor = (): Successor | undefined =>
    isFirst ? plannedSuccessor(step, session) : laterSuccessor(record, step, session)
  await endStep({ end, successor }, control, session)
}

/** The resource that the plan makes in the place of an old one; `undefined` if its condition turned out to be false. */
function plannedSuccessor(step: PlanStep, session: Session): Successor | undefined {
  if (session.wants.absent.has(step.name)) return undefined
  const deployment = session.fates.readied.get(step.key) ?? plannedDeployment(step, wantedBy(step, session), session)
  return { row: (id) => recordToBe(deployment, id, session), ofOld: (old) => policyForOld(deployment.resource, old) }
}

/** A row for the resource that may later be made under the name of a resource that went first. The later resource is still unknown. */
function laterSuccessor(
  record: ResourceRecord,
  { goesBefore }: PlanStep,
  { journal }: Pick<Session, 'journal'>,
): Successor | undefined {
  if (goesBefore === undefined || record.replaced) return undefined
  const { deployedAt: _, standsIn: __, durationMs: ___, mayHold: ____, ...known } = record
  const now = journal.now()
  const row = (id: string): ResourceRecord => ({
    ...known,
    id,
    reads: [],
    failureReasons: [],
    createdAt: now,
    updatedAt: now,
  })
  return { row, ofOld: (old) => old }
}

/** Updates the record without a call. */
async function update(
  record: ResourceRecord,
  control: StepControl,
  session: Pick<Session, 'definition' | 'journal' | 'records' | 'wants'>,
): Promise<void> {
  const isSilent = control.step.action === 'none'
  if (!isSilent) control.started(record.id)
  // A dependency may have been replaced during the run.
  const wanted = session.wants.resource(record.name)
  const needed = isSilent && wanted !== undefined ? keptNow(record, wanted, session) : {}
  const resource = { ...record, ...needed, updatedAt: session.journal.now() }
  const saved = session.journal.write([{ kind: 'resource', resource }])
  control.done()
  await saved
  if (isSilent) control.noted()
  else control.recorded()
}
