import {
  containsUnknown,
  Failure,
  type FieldChange,
  someValue,
  Unknown,
  type ValueMap,
  statusAfter,
  type DeployRequest,
  withoutPassedOn,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { OfResource } from '../../providers/call.ts'
import { recordedPlugin } from '../../providers/definitions/recorded-plugin.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import { ofEither, somewhere } from '../../reality/recorded/half-done.ts'
import { resourceChanges } from '../../spec/changes.ts'
import { recordedComputed } from '../../spec/computed-paths.ts'
import { configuredNow } from '../../plan/decide/configured-now.ts'
import { decideWanted, type MemberFate } from '../../plan/decide/decide.ts'
import { readsNow } from '../../plan/match/what-it-reads.ts'
import { viewOf } from '../../plan/draft/scope-of-plan.ts'
import { withIgnored } from '../../plan/decide/ignored-changes.ts'
import { recordedOptions } from '../../plan/decide/recorded-options.ts'
import { keptIn, madeIn, isInById, mayBeIn } from '../../reality/recorded/stands-in.ts'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { certainlyExists, existenceOf, mayExist } from '../../reality/recorded/life-cycle.ts'
import { optionsOf } from '../../reality/recorded/options-for-provider.ts'
import { hasMetadataExpressions, resolveMetadata } from '../../plan/decide/metadata.ts'
import type { ActingStep } from '../session/step-control.ts'
import { isOf } from '../../plan/order/member-fate.ts'
import { requested, containerReplaced } from '../../plan/decide/replace-because.ts'
import { optional } from '../../language/parse/optional.ts'
import { Refusal } from '../../plan/decide/refusal.ts'
import type { Resolving, Session } from '../session/session.ts'
import { takeBack } from './take-back.ts'
import type { Deployment } from '../session/deployment.ts'
import { resolveSpec } from '../../check/resources/resolve-spec.ts'

/** True if nothing that became known since the plan can change the step. */
export function isSettledByPlan(
  step: ActingStep,
  resource: CheckedResource,
  session: Pick<Session, 'plan' | 'records' | 'wants'>,
): boolean {
  // The settings of the resource's provider may have been unknown.
  if (configuringResource(resource.options?.provider) !== undefined) return false
  // The resource's container may stay after all.
  const left = memberFateNow(step, resource, session)
  const current = session.records.ofStep(step)
  if (left !== undefined && current !== undefined && left(current, []) === undefined) return false
  const spec = step.wish?.spec
  return spec !== undefined && !containsUnknown(spec) && !hasMetadataExpressions(resource)
}

/** The step as planned, with the present records. */
export function plannedDeployment(
  step: ActingStep,
  resource: CheckedResource,
  session: Pick<Session, 'records'>,
): Deployment {
  const { wish: { spec = {}, metadata, description } = {}, changes } = step
  return {
    resource,
    definition: resource.definition,
    spec,
    changes,
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...startingPoint(step, session.records.ofStep(step)),
  }
}

/** The action and the record from which a step starts, by whether its resource exists now. */
function startingPoint(
  { action, type }: ActingStep,
  current: ResourceRecord | undefined,
): Pick<Deployment, 'action' | 'current' | 'missing'> {
  if (current === undefined) return { action: action === 'none' ? 'none' : 'create' }
  const existence = existenceOf(current)
  const isAnother = current.type !== type || certainlyExists(current)
  if (action === 'create') return isAnother ? { action, missing: current } : { action, current }
  // After a refused repeat of a create, there is nothing to change or to replace.
  return existence === 'none' ? { action: 'create', current } : { action, current }
}

/**
 * The step with the values that became known since the plan. It may do less than planned, never more.
 *
 *
 * @throws Failure when a value is not known, or would need more than the user has agreed to
 */
export async function resolvedDeployment(
  step: ActingStep,
  declared: CheckedResource,
  session: Resolving,
): Promise<Deployment> {
  const resource = configuredNow(declared, (by) => {
    const record = session.records.named(by)
    return { recordId: record?.id, view: record && viewOf(record, session.providers) }
  })
  const { spec, diagnostics, beside } = await resolveWanted(resource, session)
  if (diagnostics.length > 0) throw new Refusal(diagnostics)
  checkKnown(step.name, spec)
  const planned = plannedDeployment(step, resource, session)
  const { nameUntil: _, ...known } = beside
  const asked = { resource, spec, ...beside, ...optional('memberFate', memberFateNow(step, resource, session)) }
  const current = (await takeBack(asked, step, planned.current, session)) ?? planned.current
  // The old resource may be gone by now, either with its container or to make room. The plan still took the values of ignored changes from it.
  const generations = [session.records.named(step.name), current ?? step.current, planned.missing]
  const wanted = withIgnored(
    asked,
    generations.filter((record) => record !== undefined),
  )
  if (current === undefined || existenceOf(current) === 'none') return { ...planned, ...known, spec: wanted.spec }
  const isRequested = step.replaceBecause.includes(requested)
  const decision = await session.values.resolve(() => decideWanted(wanted, current, session.news, isRequested))
  const { action, changes, destroyFirst = false, spec: decided = wanted.spec } = decision
  const isMore = action === 'replace' && (step.action !== 'replace' || (destroyFirst && step.destroyFirst !== true))
  if (isMore) throw inconsistent(step, changes)
  const isStaying = action === 'update' && !movesOver(step, resource, changes)
  return { ...planned, ...known, spec: decided, action, changes, current, ...(isStaying && { isStaying }) }
}

/** False for a member that was to get a value of a new container and already has that value. It stays in its container. */
function movesOver(step: ActingStep, { options }: CheckedResource, changes: readonly FieldChange[]): boolean {
  const container = options?.deletedWith
  if (container === undefined) return true
  const given = step.changes.flatMap(({ path, next }) => (isOf(container, next) ? [path] : []))
  return given.length === 0 || changes.some(({ path }) => given.includes(path))
}

function checkKnown(name: string, spec: ValueMap): void {
  let until: string | undefined
  someValue(spec, (value) => {
    if (value instanceof Unknown) until ??= value.until
    return until !== undefined
  })
  if (until === undefined) return
  throw new Failure('engine/still-unknown', `${name} needs ${until}, which is not known`, {
    hint: 'also deploy the resources that it depends on',
  })
}

function inconsistent({ name }: ActingStep, changes: readonly FieldChange[]): Failure {
  const paths = changes.map(({ path }) => path).join(', ')
  return new Failure(
    'engine/plan-overtaken',
    `${name} would have to be replaced, which the plan did not show: ${paths}`,
    {
      hint: 'a provider changed a value that the plan expected to stay; plan again',
    },
  )
}

/** The record after a successful deployment, with the values that are known before it. */
export function recordToBe(
  deployment: Deployment,
  id: string,
  session: Pick<Session, 'calls' | 'definition' | 'journal' | 'news' | 'provider' | 'records' | 'wants'>,
): ResourceRecord {
  const { resource, definition, metadata, description, action, current } = deployment
  const provider = session.provider(resource.type)
  const now = session.journal.now()
  const existing = existingOf(deployment)
  const noted = notedToBe(deployment, id, session)
  const { formerNames } = current ?? {}
  return {
    id,
    name: resource.name,
    ...(formerNames === undefined ? {} : { formerNames }),
    ...recordedPlugin(provider, current),
    status: statusAfter(action === 'update' ? 'update' : 'create', 'begun'),
    ...noted,
    ...(definition.schemaVersion === undefined ? {} : { schemaVersion: definition.schemaVersion }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    // An earlier attempt under this id may have made something that needs its old inputs.
    ...(action === 'create' && current?.id === id ? ofEither(triedBefore(current, session), noted) : {}),
    ...(resource.madeFor === undefined ? {} : { madeFor: resource.madeFor }),
    replaced: false,
    failureReasons: [],
    createdAt: existing?.createdAt ?? now,
    updatedAt: now,
    ...(existing?.deployedAt === undefined ? {} : { deployedAt: existing.deployedAt }),
  }
}

/** The fields of a record that follow from what is wanted, even if nothing is done to the resource. */
export type NotedToBe = Pick<
  ResourceRecord,
  'type' | 'spec' | 'dependsOn' | 'reads' | 'standsIn' | 'removalPolicy' | 'options' | 'triggers' | 'seenWith'
>

/** These fields of {@link recordToBe}. */
export function notedToBe(
  deployment: Deployment,
  id: string,
  session: Pick<Session, 'calls' | 'definition' | 'news' | 'records' | 'wants'>,
): NotedToBe {
  const { resource, definition, action, current, triggers } = deployment
  const existing = existingOf(deployment)
  const spec = withoutPassedOn(deployment.spec)
  return {
    type: resource.type,
    spec: existing === undefined ? spec : recordedComputed(definition.schema, spec, existing.spec),
    ...neededBy(resource, spec, session),
    ...(deployment.isStaying === true
      ? optional('standsIn', existing?.standsIn)
      : standsIn(resource, { current: existing, isKept: action === 'none' }, session)),
    removalPolicy: resource.removalPolicy,
    ...recordedOptions(resource.options, action === 'replace' ? undefined : current?.options),
    ...optional('triggers', triggers),
    ...optional('seenWith', seenWith(deployment, id, session)),
  }
}

function existingOf({ action, current }: Deployment): ResourceRecord | undefined {
  return action === 'update' || action === 'none' ? current : undefined
}

/**
 * The id of the provider settings for the record. Without a call, it is the id with which the resource was last found. A resource that may exist
 * keeps its settings.
 */
function seenWith(
  { action, current, resource, spec }: Deployment,
  id: string,
  session: Pick<Session, 'calls' | 'news'>,
): string | undefined {
  if (action === 'none') return session.news.seenWith?.get(id) ?? current?.seenWith
  const { type, options } = resource
  const before = current !== undefined && current.id === id && mayExist(current) ? current.seenWith : undefined
  return session.calls.settings.of({ id, type, spec, options, seenWith: before })
}

/** The record of an earlier attempt, without containers that are gone by now. If the attempt made nothing, it has no containers. */
function triedBefore(record: ResourceRecord, session: Pick<Session, 'records'>): ResourceRecord {
  if (!mayExist(record)) return { ...record, standsIn: [] }
  const { standsIn: before } = record
  if (before === undefined) return record
  return { ...record, standsIn: before.filter((id) => id === somewhere || session.records.get(id) !== undefined) }
}

/** The containers of a wanted resource, according to its present options. */
export function standsIn(
  resource: CheckedResource,
  { current, isKept }: { readonly current: ResourceRecord | undefined; readonly isKept: boolean },
  session: Pick<Session, 'records' | 'wants'>,
): Pick<ResourceRecord, 'standsIn'> {
  const idOf = (name: string): string | undefined => {
    // If the container is not wanted, another resource may have its name by now.
    const named = session.wants.absent.has(name) ? undefined : session.records.named(name)
    const { home } = resource.again ?? {}
    const container = home === undefined ? named : session.records.get(home)
    // A container whose destruction did not finish counts, too. Nothing is made in a container that is known to be gone.
    return container !== undefined && certainlyExists(container) ? container.id : undefined
  }
  return isKept ? keptIn(resource, current, idOf) : madeIn(resource, current, idOf)
}

/** The dependencies and containers of a resource if nothing is done to it. */
export function keptNow(
  { id, spec }: ResourceRecord,
  resource: CheckedResource,
  session: Pick<Session, 'definition' | 'records' | 'wants'>,
): Pick<ResourceRecord, 'reads' | 'standsIn'> {
  const { reads } = neededBy(resource, spec, session)
  return { reads, ...standsIn(resource, { current: session.records.get(id), isKept: true }, session) }
}

/**
 * The dependencies of a wanted resource, according to its present spec.
 *
 * @param spec its spec
 */
export function neededBy(
  resource: CheckedResource,
  spec: ValueMap,
  session: Pick<Session, 'definition' | 'records' | 'wants'>,
): Pick<ResourceRecord, 'dependsOn' | 'reads'> {
  const reads = readsNow(resource, spec, {
    idsOf: (names) => session.records.idsOf(names),
    left: () => [...session.records.all()].filter((record) => session.wants.isLeftAlone(record)),
    definition: (type) => session.definition(type),
  })
  const { dependsOn, again } = resource
  const { alsoReads = [] } = again ?? {}
  const isGone = (id: string): boolean => alsoReads.includes(id) && session.records.get(id) === undefined
  return { dependsOn, reads: reads.filter((id) => !isGone(id)) }
}

export function deployRequest(
  deployment: Deployment,
  record: ResourceRecord,
  session: Pick<Session, 'instance'>,
): OfResource<DeployRequest> {
  const { definition, spec, metadata, description, changes, action, current } = deployment
  return {
    type: record.type,
    resourceId: record.id,
    resourceName: record.name,
    ...session.instance,
    spec,
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...(action === 'update' && current !== undefined ? { current: currentResource(current) } : {}),
    changes: resourceChanges(definition.schema, changes, action === 'replace'),
    ...optionsOf(record),
  }
}

/** The wanted spec of a resource from the present values, with the remedies of policies, its metadata and diagnostics. */
export function resolveWanted(resource: CheckedResource, session: Pick<Session, 'blueprint' | 'values'>) {
  return session.values.resolve((scope) => wantedNow(resource, scope, session))
}

/** The same, within `resolve`: outside values may still be missing. */
export function wantedNow(resource: CheckedResource, scope: Scope, session: Pick<Session, 'blueprint' | 'values'>) {
  const { spec, diagnostics } = resolveSpec(resource, scope, session.blueprint?.source)
  const beside = resolveMetadata(resource, scope)
  return { spec: diagnostics.length > 0 ? spec : session.values.remedied(resource, spec), diagnostics, beside }
}

/** Decides the fate of a member again in the run, because a container that was to be replaced may stay after all. */
function memberFateNow(
  { replaceBecause }: ActingStep,
  { options }: CheckedResource,
  session: Pick<Session, 'plan' | 'records' | 'wants'>,
): MemberFate | undefined {
  if (!replaceBecause.includes(containerReplaced)) return undefined
  return (record) => {
    const container = session.records.named(options?.deletedWith ?? '')
    if (container === undefined || session.wants.absent.has(container.name)) return 'left'
    const { action = 'delete' } = session.plan.steps.find(({ current }) => current?.id === container.id) ?? {}
    if (action === 'delete') return 'left'
    const isIn = record.standsIn === undefined ? mayBeIn(record, container) : isInById(record, container)
    return isIn ? undefined : 'left'
  }
}
