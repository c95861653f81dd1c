import { statusAfter, type ResourceStatus, type ResourceTypeDefinition, type ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { diffSpec } from '../../spec/diff.ts'
import { halfUpdated } from '../recorded/half-done.ts'
import { isHalfUpdated, mayExist } from '../recorded/life-cycle.ts'
import type { Doubt, Verdict } from './doubt-verdict.ts'

export interface ChangesContext {
  readonly definition: ResourceTypeDefinition | undefined
  /** The holder of the name of the resource in doubt: either that resource itself, or the resource that it was to replace. */
  readonly holder: ResourceRecord | undefined
  readonly now: number
  /** True if certainly nobody works on the call any more. */
  readonly isOver: boolean
}

/** The changes of state that a verdict brings, except for the end of the intent. */
export function verdictChanges(doubt: Doubt, verdict: Verdict, context: ChangesContext): StateChange[] {
  switch (doubt.action) {
    case 'create':
      return createChanges(doubt, verdict, context)
    case 'update':
      return updateChanges(doubt.resource, verdict, context)
    case 'delete':
      return deleteChanges(doubt.resource, verdict, context)
  }
}

function createChanges(doubt: Doubt, verdict: Verdict, context: ChangesContext): StateChange[] {
  const { resource, hasFailed } = doubt
  const { now } = context
  switch (verdict.kind) {
    case 'missing':
      return [{ kind: 'forget', resourceId: resource.id }]
    case 'exists': {
      const status = statusAfter('create', hasFailed ? 'failed' : verdict.isStable ? 'done' : 'unstable')
      const { doubtSince: _, denied: __, ...known } = resource
      const untold = verdict.isWhole === false ? ({ untold: true } as const) : {}
      const found = { ...known, ...untold, status, spec: verdict.spec, deployedAt: now, updatedAt: now } as const
      // The next plan decides which of the two records becomes the resource: the one that needs less work.
      return besideHolder(hasFailed ? found : { ...found, failureReasons: [] }, context)
    }
    case 'absent':
    case 'repeat':
    case 'unknown':
      return besideHolder(inDoubt(doubt, verdict, context), context)
  }
}

function inDoubt({ resource, hasFailed }: Doubt, verdict: Verdict, { now, isOver }: ChangesContext): ResourceRecord {
  const said = verdict.kind === 'unknown' && !hasFailed ? [verdict.reason] : resource.failureReasons
  // An answered call is over. Without the mark, the record would mean that nothing was made.
  const doubtSince = resource.doubtSince ?? (isOver || hasFailed ? now : undefined)
  return {
    ...resource,
    status: statusAfter('create', hasFailed ? 'failed' : 'cut'),
    failureReasons: said,
    ...(doubtSince === undefined ? {} : { doubtSince }),
  }
}

/** Changes for a record whose name has another holder. The holder keeps the name while its thing may exist. */
export function besideHolder(
  resource: ResourceRecord,
  { holder, now }: Pick<ChangesContext, 'holder' | 'now'>,
): StateChange[] {
  const isTaken = holder !== undefined && holder.id !== resource.id && mayExist(holder)
  // Without a holder, the record keeps its role, because there may be other attempts with this name.
  const replaced = isTaken || (holder === undefined && resource.replaced)
  const gone: StateChange[] =
    holder === undefined || holder.id === resource.id || isTaken ? [] : [{ kind: 'forget', resourceId: holder.id }]
  return [...gone, { kind: 'resource', resource: { ...resource, replaced, updatedAt: now } }]
}

/** Changes for the holder of a name when its successor takes the name: it becomes an older generation, or is forgotten if it does not exist. */
export function insteadOfHolder(
  resource: ResourceRecord,
  { holder, now }: Pick<ChangesContext, 'holder' | 'now'>,
): StateChange[] {
  if (holder === undefined || holder.id === resource.id) return []
  if (!mayExist(holder)) return [{ kind: 'forget', resourceId: holder.id }]
  return [{ kind: 'resource', resource: { ...holder, replaced: true, updatedAt: now } }]
}

function updateChanges(resource: ResourceRecord, verdict: Verdict, context: ChangesContext): StateChange[] {
  const { definition, now, holder } = context
  const previous = halfUpdated(holder ?? resource, resource)
  if (verdict.kind !== 'exists') return [record(previous, now, statusAfter('update', 'cut'), previous.spec)]
  // After a half-done update, values that the provider does not report may come from the update, so another update never counts as done.
  const isDone =
    definition !== undefined &&
    !isHalfUpdated(holder ?? resource) &&
    diffSpec(definition.schema, verdict.spec, resource.spec).changes.length === 0
  if (!isDone) return [record(previous, now, statusAfter('update', 'cut'), verdict.spec)]
  const status = statusAfter('update', verdict.isStable ? 'done' : 'unstable')
  return [record({ ...resource, deployedAt: now }, now, status, verdict.spec)]
}

function deleteChanges(resource: ResourceRecord, verdict: Verdict, { now }: ChangesContext): StateChange[] {
  if (verdict.kind === 'missing') return [{ kind: 'forget', resourceId: resource.id }]
  return [record(resource, now, statusAfter('delete', 'cut'), resource.spec)]
}

function record(resource: ResourceRecord, now: number, status: ResourceStatus, spec: ValueMap): StateChange {
  return { kind: 'resource', resource: { ...resource, status, spec, updatedAt: now, failureReasons: [] } }
}
