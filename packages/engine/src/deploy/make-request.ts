import {
  containsUnknown,
  type CurrentResource,
  Failure,
  type FieldChange,
  type ResourceMetadata,
  type ResourceTypeDefinition,
  someValue,
  Unknown,
  type ValueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { namespaceOf } from '../blueprint/check/definitions.ts'
import { resolveSpec } from '../blueprint/check/resolve-spec.ts'
import type { CheckedResource } from '../blueprint/checked.ts'
import type { Plain } from '../calls/provider-calls.ts'
import { resourceChanges } from '../plan/changes.ts'
import { recordedComputed } from '../plan/computed-paths.ts'
import { decideWanted } from '../plan/decide.ts'
import { hasMetadataExpressions, resolveMetadata } from '../plan/metadata.ts'
import type { Action, PlanStep } from '../plan/plan.ts'
import { Refusal } from '../plan/refusal.ts'
import type { DeployRequest } from '@slipway/model'
import type { Session } from './session.ts'

/** What a step is to do, now that all it depends on is known. */
export interface Making {
  readonly action: Action
  readonly resource: CheckedResource
  readonly definition: ResourceTypeDefinition
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly description?: string
  readonly changes: readonly FieldChange[]
  /** The resource that is changed, or replaced; absent when there is none any more. */
  readonly current?: ResourceRecord
}

/** True when the plan says all there is to say about a step. */
export function isSettledByPlan(step: PlanStep, resource: CheckedResource): boolean {
  return step.desired !== undefined && !containsUnknown(step.desired) && !hasMetadataExpressions(resource)
}

/** The step as planned. */
export function plannedMaking(step: PlanStep, resource: CheckedResource): Making {
  const { action, desired = {}, metadata, description, changes, current } = step
  return {
    action,
    resource,
    definition: resource.definition,
    spec: desired,
    changes,
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...(current === undefined || isGone(step) ? {} : { current }),
  }
}

/** True when the resource that the step replaces has been removed before it, or was missing. */
function isGone({ action, destroyFirst, current }: PlanStep): boolean {
  if (action === 'replace') return destroyFirst === true
  return action === 'create' && current?.status !== 'create-failed' && current?.status !== 'create-interrupted'
}

/**
 * The step with what has become known since it was planned. It may turn out that less is to be done than planned; never
 * more.
 *
 * @throws Failure when a value cannot be had, or asks for more than the user has agreed to
 */
export async function resolvedMaking(step: PlanStep, resource: CheckedResource, session: Session): Promise<Making> {
  const { spec, diagnostics, beside } = await session.resolve((scope) => ({
    ...resolveSpec(resource, scope, session.parts.blueprint?.source),
    beside: resolveMetadata(resource, scope),
  }))
  if (diagnostics.length > 0) throw new Refusal(diagnostics)
  checkKnown(step.name, spec)
  const planned = plannedMaking(step, resource)
  const { nameUntil: _, ...known } = beside
  if (step.action === 'create' || (step.action === 'replace' && step.destroyFirst === true)) {
    return { ...planned, ...known, spec }
  }
  const drift = step.current === undefined ? undefined : session.parts.gathered.drift.get(step.current.id)
  const isRequested = step.replaceBecause.includes('requested')
  const { action, changes } = decideWanted({ resource, spec, ...beside }, step.current, drift, isRequested)
  if (action === 'replace' && step.action !== 'replace') throw inconsistent(step, changes)
  return { ...planned, ...known, spec, action, changes }
}

function checkKnown(name: string, spec: ValueMap): void {
  let until: string | undefined
  someValue(spec, (value) => {
    if (value instanceof Unknown) until ??= value.until
    return until !== undefined
  })
  if (until === undefined) return
  throw new Failure('engine/still-unknown', `${name} needs ${until}, which is not known`, {
    hint: 'deploy what it depends on too',
  })
}

function inconsistent({ name }: PlanStep, changes: readonly FieldChange[]): Failure {
  const paths = changes.map(({ path }) => path).join(', ')
  return new Failure(
    'engine/plan-overtaken',
    `${name} would have to be replaced, which the plan did not say: ${paths}`,
    {
      hint: 'a provider changed a value that was planned to stay; plan again',
    },
  )
}

/** The record that a making leaves when it goes well, as far as it is known before. */
export function recordToBe(making: Making, id: string, session: Session): ResourceRecord {
  const { resource, definition, spec, metadata, description, action } = making
  const provider = session.parts.gathered.providers.byNamespace.get(namespaceOf(resource.type))
  const now = session.now()
  const existing = action === 'update' ? making.current : undefined
  return {
    id,
    name: resource.name,
    type: resource.type,
    pluginId: provider?.pluginId ?? '',
    pluginVersion: provider?.pluginVersion ?? '',
    status: action === 'update' ? 'updating' : 'creating',
    spec: existing === undefined ? spec : recordedComputed(definition.schema, spec, existing.spec),
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    dependsOn: resource.dependsOn,
    reads: [],
    removalPolicy: resource.removalPolicy,
    replaced: false,
    failureReasons: [],
    createdAt: existing?.createdAt ?? now,
    updatedAt: now,
    ...(existing?.deployedAt === undefined ? {} : { deployedAt: existing.deployedAt }),
  }
}

/** What a provider gets to see of a resource that is there. */
export function currentResource(record: ResourceRecord): CurrentResource {
  const { spec, status, metadata, dependsOn, deployedAt = 0 } = record
  return {
    spec,
    status,
    ...(metadata === undefined ? {} : { metadata }),
    dependsOn,
    lastDeployed: Math.floor(deployedAt / 1_000),
  }
}

export function deployRequest(making: Making, record: ResourceRecord, session: Session): Plain<DeployRequest> {
  const { definition, spec, metadata, description, changes, action, current } = making
  return {
    type: record.type,
    resourceId: record.id,
    resourceName: record.name,
    instanceId: session.parts.instanceId,
    instanceName: session.parts.plan.instance,
    spec,
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...(action === 'update' && current !== undefined ? { current: currentResource(current) } : {}),
    changes: resourceChanges(definition.schema, changes, action === 'replace'),
  }
}
