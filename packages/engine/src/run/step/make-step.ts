import { equalValues, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { isAbsent } from '../../reality/recorded/life-cycle.ts'
import { recordedComputed } from '../../spec/computed-paths.ts'
import { diffSpec } from '../../spec/diff.ts'
import { optional } from '../../language/parse/optional.ts'
import { withIgnored } from '../../plan/decide/ignored-changes.ts'
import { isAsRecorded } from '../../plan/decide/refreshed.ts'
import { checkPreconditions } from './demands.ts'
import { isToBeMadeAgain, repeatCreate } from './repeat-create.ts'
import { DeployCall } from './deploy-call.ts'
import {
  isSettledByPlan,
  type NotedToBe,
  notedToBe,
  plannedDeployment,
  recordToBe,
  resolvedDeployment,
} from './resolve-deployment.ts'
import { failureOf, type Deploying, type Resolving, type Session } from '../session/session.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import type { ActingStep, StepControl } from '../session/step-control.ts'
import type { Deployment } from '../session/deployment.ts'

/** Makes or changes a resource (intent, call, result), and waits until it is stable. */
export async function makeStep(
  resource: CheckedResource,
  control: StepControl,
  session: Deploying & Resolving & Pick<Session, 'provider'>,
): Promise<void> {
  let deployment: Deployment
  try {
    const readied = session.fates.readied.get(control.step.key)
    deployment =
      readied === undefined
        ? await deploymentOf(resource, control, session)
        : withoutOld(readied, control.step, session)
  } catch (thrown) {
    await session.journal.written()
    const { current, action } = control.step
    if (action === 'update' && current !== undefined && isToBeMadeAgain(current, session)) control.becomes('create')
    control.started(current?.id ?? '')
    control.failed(failureOf(thrown), false)
    return
  }
  control.becomes(deployment.action)
  const { action, current } = deployment
  const record = recordToBe(deployment, idFor(deployment, session), session)
  if (action === 'none' && current !== undefined) await keep(current, record, control, session)
  else await new DeployCall(deployment, record, control, session).run()
}

/** Works out the work of the step. A create in doubt is repeated first. */
export async function deploymentOf(
  resource: CheckedResource,
  { step, number }: StepControl,
  session: Deploying & Resolving,
): Promise<Deployment> {
  const deployment = isSettledByPlan(step, resource, session)
    ? plannedDeployment(step, resource, session)
    : await resolvedDeployment(step, resource, session)
  if (deployment.action !== 'none') await checkPreconditions(resource, session)
  return await withoutDoubt(deployment, number, session)
}

/** Drops the old resource if it has been destroyed to make room. */
function withoutOld(deployment: Deployment, step: ActingStep, session: Pick<Session, 'records'>): Deployment {
  const { current: _, ...rest } = deployment
  const isGone = deployment.action === 'replace' && step.destroyFirst === true
  return isGone || (deployment.current !== undefined && session.records.get(deployment.current.id) === undefined)
    ? rest
    : deployment
}

/** Repeats a create in doubt, if there is one, and works out the rest of the step. */
async function withoutDoubt(deployment: Deployment, number: number, session: Deploying): Promise<Deployment> {
  const { current, action, definition, resource, spec } = deployment
  if (action === 'create' || current === undefined || !isToBeMadeAgain(current, session)) return deployment
  const again = await repeatCreate(current, resource, number, session)
  if (again.kind === 'there') return asFound(deployment, session.records.get(again.record.id) ?? again.record)
  const { current: _, ...rest } = deployment
  const changes = diffSpec(definition.schema, undefined, spec).changes
  if (again.kind === 'refused') return { ...rest, action: 'create', changes }
  // Nothing can be made twice under the same id, but the result must be compared with the wanted spec.
  return { ...deployment, action: 'create', changes, isCompared: true }
}

/**
 * The deployment of a resource that exists after a repeated create. Only now are its real inputs certain, so ignored changes are worked out
 * from them.
 */
function asFound(deployment: Deployment, current: ResourceRecord): Deployment {
  const { definition, spec } = withIgnored(deployment, [current])
  if (spec === deployment.spec) return { ...deployment, current }
  return { ...deployment, current, spec, changes: diffSpec(definition.schema, current.spec, spec).changes }
}

/** Only updates the record, because no change is needed after all. */
async function keep(
  current: ResourceRecord,
  wanted: ResourceRecord,
  control: StepControl,
  session: Pick<Session, 'definition' | 'journal'>,
): Promise<void> {
  const resource = kept(current, wanted, session)
  const saved = isKnown(resource, current)
    ? session.journal.written()
    : session.journal.write([{ kind: 'resource', resource: { ...resource, updatedAt: session.journal.now() } }])
  control.done()
  await saved
  // If no change was planned, an unchanged resource is not worth reporting.
  if (control.step.action === 'none') control.noted()
  else control.recorded()
}

/** The record of a resource that stays. */
function kept(
  current: ResourceRecord,
  wanted: NotedToBe,
  session: Pick<Session, 'definition'>,
  spec = specToKeep(current, wanted, session),
): ResourceRecord {
  const { dependsOn, reads, standsIn, removalPolicy, options, triggers, seenWith } = wanted
  const { options: _, triggers: __, standsIn: ___, ...known } = current
  const beside = { ...optional('triggers', triggers), ...optional('standsIn', standsIn) }
  const how = { ...optional('options', options), ...optional('seenWith', seenWith) }
  return { ...known, spec, dependsOn, reads, removalPolicy, failureReasons: [], ...beside, ...how }
}

function isKnown(resource: ResourceRecord, current: ResourceRecord): boolean {
  return equalValues(resource.spec, current.spec) && isAsRecorded(resource, current)
}

/** True for a step of which `makeStep` would neither call nor record anything, if nothing that it waits for changes. */
export function isAsItWas(
  step: PlanStep,
  session: Pick<Session, 'calls' | 'definition' | 'journal' | 'news' | 'plan' | 'provider' | 'records' | 'wants'>,
): boolean {
  const resource = session.wants.resource(step.name)
  if (step.action !== 'none' || resource === undefined || !isSettledByPlan(step, resource, session)) return false
  const deployment = plannedDeployment(step, resource, session)
  const { action, current } = deployment
  if (action !== 'none' || current === undefined || isToBeMadeAgain(current, session)) return false
  const wanted = notedToBe(deployment, current.id, session)
  const spec = equalValues(wanted.spec, current.spec) ? current.spec : undefined
  return isKnown(kept(current, wanted, session, spec), current)
}

/** The spec to record. The wanted spec may differ from the recorded one even if the provider answers that no change is needed. */
function specToKeep(
  current: ResourceRecord,
  wanted: Pick<NotedToBe, 'type' | 'spec'>,
  session: Pick<Session, 'definition'>,
): ValueMap {
  const schema = session.definition(wanted.type)?.schema
  const isSame = schema === undefined || diffSpec(schema, current.spec, wanted.spec).changes.length === 0
  return isSame ? current.spec : recordedComputed(schema, wanted.spec, current.spec)
}

/** The resource id for the deploy. A repeated create keeps its id, by which the provider recognises it. */
function idFor({ action, current, resource }: Deployment, session: Pick<Session, 'records' | 'journal'>): string {
  if (current !== undefined && action !== 'replace') return current.id
  const holder = session.records.named(resource.name)
  return holder !== undefined && isAbsent(holder) ? holder.id : session.journal.newId()
}
