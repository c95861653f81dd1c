import { containsUnknown, equalValues, type FieldChange, type ProviderDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Decision } from './decide.ts'
import type { ResolvedMetadata } from './metadata.ts'
import type { PlanStep } from './plan.ts'
import { optionChanges, recordedOptions, sameOptions } from './recorded-options.ts'
import { keptIn } from '../reality/stands-in.ts'

/** What other records, and plugins, say. */
interface Known {
  readonly provider: ProviderDefinition | undefined
  /** Ids of the records that it reads, as far as they are known. */
  readonly reads: readonly string[]
  readonly idOf: (name: string) => string | undefined
  /** The settings with which it was found now. */
  readonly seenWith: string | undefined
}

/** The new record of a resource that needs no call: what is only recorded, and no provider is told, is as wanted now. */
export function refreshedRecord(
  record: ResourceRecord,
  { dependsOn, removalPolicy, options }: CheckedResource,
  { description, triggers }: ResolvedMetadata,
  { provider, reads, idOf, seenWith }: Known,
): ResourceRecord {
  const { description: _, options: before, triggers: known, standsIn: __, ...rest } = record
  const decided = triggers !== undefined && containsUnknown(triggers) ? known : triggers
  return {
    ...rest,
    failureReasons: [],
    ...(description === undefined ? {} : { description }),
    pluginId: provider?.pluginId ?? record.pluginId,
    pluginVersion: provider?.pluginVersion ?? record.pluginVersion,
    ...(seenWith !== undefined && { seenWith }),
    dependsOn,
    reads,
    ...keptIn({ options }, record, idOf),
    removalPolicy,
    ...(decided !== undefined && { triggers: decided }),
    ...recordedOptions(options, before),
  }
}

export function isAsRecorded(refreshed: ResourceRecord, record: ResourceRecord): boolean {
  return (
    sameMembers(refreshed.reads, record.reads) &&
    sameMembers(refreshed.standsIn ?? [], record.standsIn ?? []) &&
    record.failureReasons.length === 0 &&
    refreshed.description === record.description &&
    refreshed.pluginId === record.pluginId &&
    refreshed.pluginVersion === record.pluginVersion &&
    refreshed.seenWith === record.seenWith &&
    refreshed.removalPolicy === record.removalPolicy &&
    sameOptions(refreshed, record) &&
    equalValues(refreshed.dependsOn, record.dependsOn) &&
    equalValues(refreshed.triggers ?? [], record.triggers ?? [])
  )
}

/** What will be recorded differently: options, whether it is retained, what its provider says. For a replaced one, only its provider. */
export function recordedOtherwise(
  resource: CheckedResource,
  { action, recorded = [] }: Decision,
  record: ResourceRecord | undefined,
): Pick<PlanStep, 'recorded'> {
  if (record === undefined || !['none', 'update', 'replace'].includes(action)) return {}
  const options = optionChanges(record.options, recordedOptions(resource.options, record.options).options)
  const all = [...recorded, ...options, ...policyChange(resource, record)]
  const changes = action === 'replace' ? all.filter(({ path }) => path === 'provider') : all
  return changes.length === 0 ? {} : { recorded: changes }
}

/** A resource that is only read has none: it is never destroyed. */
function policyChange(
  { found, removalPolicy: next }: CheckedResource,
  { removalPolicy: previous }: ResourceRecord,
): readonly FieldChange[] {
  return found?.by === 'read' || previous === next ? [] : [{ path: 'removalPolicy', previous, next }]
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((member) => b.includes(member))
}
