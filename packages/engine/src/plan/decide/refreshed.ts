import { containsUnknown, equalValues, type FieldChange, type ProviderDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Decision } from './decide.ts'
import type { ResolvedMetadata } from './metadata.ts'
import type { Wish } from '../shape/plan.ts'
import { optionChanges, recordedOptions, sameOptions } from './recorded-options.ts'
import { recordedPlugin, type RecordedPlugin } from '../../providers/definitions/recorded-plugin.ts'
import { keptIn } from '../../reality/recorded/stands-in.ts'

/** The facts from other records and from plugins. */
interface Known {
  readonly provider: ProviderDefinition | undefined
  /** The known ids of the records that the resource reads. */
  readonly reads: readonly string[]
  readonly idOf: (name: string) => string | undefined
  /** The settings with which the resource was found now. */
  readonly seenWith: string | undefined
}

/** Fields whose changes are only recorded. No provider learns of them. */
type Noted = Pick<
  ResourceRecord,
  | 'failureReasons'
  | 'description'
  | keyof RecordedPlugin
  | 'seenWith'
  | 'dependsOn'
  | 'reads'
  | 'standsIn'
  | 'removalPolicy'
  | 'triggers'
  | 'options'
>

/** The present values of these fields for a resource that needs no call. */
export function notedNow(
  record: ResourceRecord,
  { dependsOn, removalPolicy, options }: CheckedResource,
  { description, triggers }: ResolvedMetadata,
  { provider, reads, idOf, seenWith = record.seenWith }: Known,
): Noted {
  const decided = triggers !== undefined && containsUnknown(triggers) ? record.triggers : triggers
  return {
    failureReasons: [],
    ...(description === undefined ? {} : { description }),
    ...recordedPlugin(provider, record),
    ...(seenWith !== undefined && { seenWith }),
    dependsOn,
    reads,
    ...keptIn({ options }, record, idOf),
    removalPolicy,
    ...(decided !== undefined && { triggers: decided }),
    ...recordedOptions(options, record.options),
  }
}

/** The record with these fields. */
export function refreshedRecord(record: ResourceRecord, now: Noted): ResourceRecord {
  const { description: _, options: __, triggers: ___, standsIn: ____, pluginDescriptor: _____, ...rest } = record
  return { ...rest, ...now }
}

export function isAsRecorded(now: Noted, record: ResourceRecord): boolean {
  return (
    sameMembers(now.reads, record.reads) &&
    sameMembers(now.standsIn ?? [], record.standsIn ?? []) &&
    record.failureReasons.length === 0 &&
    now.description === record.description &&
    now.pluginId === record.pluginId &&
    now.pluginVersion === record.pluginVersion &&
    now.pluginDescriptor === record.pluginDescriptor &&
    now.seenWith === record.seenWith &&
    now.removalPolicy === record.removalPolicy &&
    sameOptions(now, record) &&
    equalValues(now.dependsOn, record.dependsOn) &&
    equalValues(now.triggers ?? [], record.triggers ?? [])
  )
}

/**
 * The changes that are only recorded: options, removal policy, and values that the provider reports. For a replaced resource, only a change of its
 * provider is listed.
 */
export function recordedOtherwise(
  resource: CheckedResource,
  { action, recorded = [] }: Decision,
  record: ResourceRecord | undefined,
): Pick<Wish, 'recorded'> {
  if (record === undefined || !(action === 'none' || action === 'update' || action === 'replace')) return {}
  const isPlain = record.options === undefined && resource.options === undefined
  const options = isPlain
    ? recorded
    : [...recorded, ...optionChanges(record.options, recordedOptions(resource.options, record.options).options)]
  const all = [...options, ...policyChange(resource, record)]
  const changes = action === 'replace' ? all.filter(({ path }) => path === 'provider') : all
  return changes.length === 0 ? {} : { recorded: changes }
}

/** The change of the removal policy. A resource that is only read has none, because it is never destroyed. */
function policyChange(
  { found, removalPolicy: next }: CheckedResource,
  { removalPolicy: previous }: ResourceRecord,
): readonly FieldChange[] {
  return found?.by === 'read' || previous === next ? [] : [{ path: 'removalPolicy', previous, next }]
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((member) => b.includes(member))
}
