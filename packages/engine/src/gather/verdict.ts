import { Failure, PluginFailure, type ResourceStatus, type ResourceTypeDefinition, type ValueMap } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import type { ProviderCalls } from '../calls/provider-calls.ts'
import { diffSpec } from '../plan/diff.ts'
import { mergeReality } from './reality.ts'

/** What became of a call in doubt. */
export type Verdict =
  /** It took effect; the resource is as `spec` says. */
  | { readonly kind: 'exists'; readonly spec: ValueMap; readonly isStable: boolean }
  | { readonly kind: 'missing' }
  /** Nobody can tell, and it does not matter: the call may be made again under the same resource id. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** A call in doubt, whether its intent was left over or a record says so. */
export type Doubt = Pick<Intent, 'action' | 'resource'>

export interface Settler {
  readonly calls: ProviderCalls
  readonly instanceId: string
  readonly instanceName: string
}

/**
 * Asks the provider what became of a call. Never fails: a provider that does not answer leaves the doubt.
 *
 * @param previous the record of the resource before the call, if there was one
 */
export async function findVerdict(
  doubt: Doubt,
  definition: ResourceTypeDefinition | undefined,
  settler: Settler,
  previous: ResourceRecord | undefined,
): Promise<Verdict> {
  const settlement = definition?.settlement ?? 'ask'
  // Destroying again is harmless, and only `find` could spare it.
  if (doubt.action === 'delete' && settlement !== 'find') return { kind: 'repeat' }
  // What a provider does not tell about a resource is as it was before an update, not as the update was to make it.
  const known = doubt.action === 'update' ? (previous ?? doubt.resource) : doubt.resource
  try {
    const real = await settler.calls.externalState(identityOf(known, settler))
    if (real !== undefined) {
      const spec = definition === undefined ? real : mergeReality(definition.schema, known.spec, real)
      return await existing(doubt, spec, settler)
    }
    if (settlement === 'find') return { kind: 'missing' }
    if (settlement === 'repeatable' || doubt.action !== 'create') return { kind: 'repeat' }
    return { kind: 'unknown', reason: 'its provider knows nothing of it, which proves nothing' }
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (settlement === 'repeatable') return { kind: 'repeat' }
    const reason = thrown instanceof PluginFailure ? (thrown.reasons[0] ?? thrown.message) : thrown.message
    return { kind: 'unknown', reason }
  }
}

async function existing({ action, resource }: Doubt, spec: ValueMap, settler: Settler): Promise<Verdict> {
  if (action === 'delete') return { kind: 'exists', spec, isStable: true }
  const { stabilised } = await settler.calls.hasStabilised({ ...identityOf(resource, settler), spec })
  return { kind: 'exists', spec, isStable: stabilised }
}

export function identityOf(resource: ResourceRecord, { instanceId, instanceName }: Settler) {
  return {
    type: resource.type,
    resourceId: resource.id,
    resourceName: resource.name,
    instanceId,
    instanceName,
    spec: resource.spec,
    ...(resource.metadata === undefined ? {} : { metadata: resource.metadata }),
  }
}

export interface VerdictContext {
  readonly definition: ResourceTypeDefinition | undefined
  /** The record of the same name before the call: the resource itself, or the one that it was to replace. */
  readonly previous: ResourceRecord | undefined
  readonly now: number
}

/** What a verdict changes in the state, but for the end of the intent. */
export function verdictChanges(doubt: Doubt, verdict: Verdict, context: VerdictContext): StateChange[] {
  switch (doubt.action) {
    case 'create':
      return createChanges(doubt.resource, verdict, context)
    case 'update':
      return updateChanges(doubt.resource, verdict, context)
    case 'delete':
      return deleteChanges(doubt.resource, verdict, context)
  }
}

function createChanges(resource: ResourceRecord, verdict: Verdict, { previous, now }: VerdictContext): StateChange[] {
  const aside = previous !== undefined && previous.id !== resource.id ? setAside(previous, now) : []
  switch (verdict.kind) {
    case 'missing':
      return previous?.id === resource.id ? [{ kind: 'forget', resourceId: resource.id }] : []
    case 'exists':
      return [record(resource, now, verdict.isStable ? 'created' : 'creating', verdict.spec, now), ...aside]
    case 'repeat':
      return [record(resource, now, 'create-interrupted', resource.spec), ...aside]
    case 'unknown': {
      const interrupted = { ...resource, failureReasons: [verdict.reason] }
      return [
        { kind: 'resource', resource: { ...interrupted, status: 'create-interrupted', updatedAt: now } },
        ...aside,
      ]
    }
  }
}

/** The resource that was to be replaced gives its name to the new one. */
export function setAside(previous: ResourceRecord, now: number): StateChange[] {
  return [{ kind: 'resource', resource: { ...previous, replaced: true, updatedAt: now } }]
}

function updateChanges(resource: ResourceRecord, verdict: Verdict, context: VerdictContext): StateChange[] {
  const { definition, now } = context
  const previous = halfUpdated(context.previous ?? resource, resource)
  switch (verdict.kind) {
    case 'missing':
      return [{ kind: 'forget', resourceId: resource.id }]
    case 'exists': {
      const isDone =
        definition !== undefined && diffSpec(definition.schema, verdict.spec, resource.spec).changes.length === 0
      if (!isDone) return [record(previous, now, 'update-interrupted', verdict.spec)]
      return [record(resource, now, verdict.isStable ? 'updated' : 'updating', verdict.spec, now)]
    }
    case 'repeat':
    case 'unknown':
      return [record(previous, now, 'update-interrupted', previous.spec)]
  }
}

/** A resource whose update did not end well may need what it needed before, and what it was to need. */
export function halfUpdated(before: ResourceRecord, wanted: ResourceRecord): ResourceRecord {
  return { ...before, dependsOn: [...new Set([...before.dependsOn, ...wanted.dependsOn])] }
}

function deleteChanges(resource: ResourceRecord, verdict: Verdict, { now }: VerdictContext): StateChange[] {
  if (verdict.kind === 'missing') return [{ kind: 'forget', resourceId: resource.id }]
  return [record(resource, now, 'destroy-interrupted', resource.spec)]
}

function record(
  resource: ResourceRecord,
  now: number,
  status: ResourceStatus,
  spec: ValueMap,
  deployedAt = resource.deployedAt,
): StateChange {
  const settled = { ...resource, status, spec, updatedAt: now, failureReasons: [] }
  return { kind: 'resource', resource: deployedAt === undefined ? settled : { ...settled, deployedAt } }
}
