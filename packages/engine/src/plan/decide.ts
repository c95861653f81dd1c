import type { FieldChange, ResourceMetadata, Unknown, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { namespaceOf } from '../blueprint/check/definitions.ts'
import type { CheckedResource } from '../blueprint/checked.ts'
import type { Drift, Providers } from '../gather/gathered.ts'
import { diffSpec } from './diff.ts'
import { diffMetadata } from './metadata.ts'
import type { Action, Obstacle } from './plan.ts'

/** What is to be done with one resource, before anything is known of the others' order. */
export interface Decision {
  readonly action: Action
  readonly changes: readonly FieldChange[]
  readonly replaceBecause: readonly string[]
  readonly reason?: string
  readonly destroyFirst?: boolean
  readonly blocked?: Obstacle
}

/** What a blueprint wants of one resource. */
export interface Wanted {
  readonly resource: CheckedResource
  readonly spec: ValueMap
  readonly metadata?: ResourceMetadata
  readonly nameUntil?: Unknown
}

/** True when there is, or may be, something outside that belongs to this record. */
export function mayExist(record: ResourceRecord): boolean {
  return record.status !== 'create-failed' || record.deployedAt !== undefined
}

/** Decides about a resource of the blueprint. */
export function decideWanted(
  wanted: Wanted,
  record: ResourceRecord | undefined,
  drift: Drift | undefined,
  isReplaceRequested: boolean,
): Decision {
  if (record === undefined) return creation(wanted)
  if (drift?.kind === 'missing') return creation(wanted, 'missing outside')
  if (record.status === 'create-interrupted') return retriedCreate(wanted, record)
  if (!mayExist(record)) return creation(wanted, 'last create failed')
  return decideExisting(wanted, record, drift, isReplaceRequested)
}

function creation(wanted: Wanted, reason?: string): Decision {
  const { changes } = diffSpec(wanted.resource.definition.schema, undefined, wanted.spec)
  return {
    action: 'create',
    changes: [...changes, ...diffMetadata(undefined, wanted)],
    replaceBecause: [],
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Nobody knows whether the last create took effect: only a type that may be made twice is made again. */
function retriedCreate(wanted: Wanted, record: ResourceRecord): Decision {
  const decision = creation(wanted, 'last create was interrupted')
  const isRepeatable = wanted.resource.definition.settlement === 'repeatable' && record.type === wanted.resource.type
  return isRepeatable ? decision : { ...decision, blocked: doubtObstacle(record) }
}

function decideExisting(
  wanted: Wanted,
  record: ResourceRecord,
  drift: Drift | undefined,
  isReplaceRequested: boolean,
): Decision {
  const { definition, type } = wanted.resource
  if (record.type !== type) return replacement(creation(wanted).changes, ['type'], definition.destroyBeforeCreate)
  const spec = diffSpec(definition.schema, record.spec, wanted.spec)
  const changes = [...spec.changes, ...diffMetadata(record.metadata, wanted)]
  const { destroyBeforeCreate } = definition
  if (record.status === 'destroy-failed' || record.status === 'destroy-interrupted') {
    return { ...replacement(changes, [], true), reason: 'last delete did not finish' }
  }
  if (isReplaceRequested) return replacement(changes, ['requested'], destroyBeforeCreate)
  if (spec.recreate.length > 0) return replacement(changes, spec.recreate, destroyBeforeCreate)
  const reason = unfinished(record) ?? (isTracked(drift) ? 'changed outside' : undefined)
  if (changes.length === 0 && reason === undefined) return { action: 'none', changes, replaceBecause: [] }
  return { action: 'update', changes, replaceBecause: [], ...(reason === undefined ? {} : { reason }) }
}

function replacement(
  changes: readonly FieldChange[],
  replaceBecause: readonly string[],
  destroyFirst: boolean,
): Decision {
  return { action: 'replace', changes, replaceBecause, ...(destroyFirst ? { destroyFirst } : {}) }
}

/** Why a resource that is there must be deployed again even when nothing has changed. */
function unfinished(record: ResourceRecord): string | undefined {
  switch (record.status) {
    case 'create-failed':
      return 'last create failed'
    case 'update-failed':
      return 'last update failed'
    case 'update-interrupted':
      return 'last update was interrupted'
    case 'creating':
    case 'updating':
      return 'was not stable yet when the last run ended'
    case 'absent':
    case 'create-interrupted':
    case 'created':
    case 'updated':
    case 'destroying':
    case 'destroyed':
    case 'destroy-failed':
    case 'destroy-interrupted':
      return undefined
  }
}

function isTracked(drift: Drift | undefined): boolean {
  return drift?.kind === 'changed' && drift.tracked
}

function forget(reason: string): Decision {
  return { action: 'forget', changes: [], replaceBecause: [], reason }
}

/** Decides about a resource that is to go; `reason` says why. */
export function decideUnwanted(
  record: ResourceRecord,
  drift: Drift | undefined,
  providers: Providers,
  reason: string,
): Decision {
  if (drift?.kind === 'missing') return forget('missing outside')
  if (record.removalPolicy === 'retain' && !record.replaced) return forget('retained')
  const settlement = providers.type(record.type)?.settlement
  if (!mayExist(record) && settlement !== 'repeatable') return forget('was never made')
  const deletion: Decision = { action: 'delete', changes: [], replaceBecause: [], reason }
  if (record.status === 'create-interrupted' && settlement !== 'repeatable') {
    return { ...deletion, blocked: doubtObstacle(record) }
  }
  if (!providers.byNamespace.has(namespaceOf(record.type))) return { ...deletion, blocked: providerObstacle(record) }
  return deletion
}

export function doubtObstacle(record: ResourceRecord): Obstacle {
  const { name, id, type, failureReasons } = record
  const why = failureReasons[0] ?? 'the call was cut short, and its provider cannot tell'
  return {
    code: 'engine/in-doubt',
    message: `nobody knows whether ${name} (${type}) was made: ${why}`,
    hint: `look for it outside (resource id ${id}); if it is there: slipway up --settle ${name}=exists; if not: slipway up --settle ${name}=missing, or slipway state rm ${name}`,
  }
}

function providerObstacle(record: ResourceRecord): Obstacle {
  const { name, type, pluginId, pluginVersion } = record
  return {
    code: 'engine/no-provider',
    message: `${name} cannot be removed: no provider for ${type} is installed`,
    hint: `install ${pluginId} (${pluginVersion} made it), or give it up with: slipway state rm ${name}`,
  }
}
