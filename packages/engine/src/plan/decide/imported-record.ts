import { namespaceOf, type ResourceTypeDefinition, statusAfter, type ValueMap, withoutPassedOn } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Providers } from '../../providers/providers.ts'
import { hasComputedId } from '../../reality/obstacles/missing-id.ts'
import { knownPart } from './known-part.ts'
import { recordedOptions } from './recorded-options.ts'

/** True if a type has an id by which a user can name a thing to its provider. */
export function canBeImported(definition: ResourceTypeDefinition): boolean {
  return definition.importedBy !== undefined || hasComputedId(definition)
}

/** The record of an existing thing, as if its create had been interrupted. */
export function importedRecord(
  { name, type }: Pick<CheckedResource, 'name' | 'type'>,
  desired: ValueMap,
  { dependsOn = [], options, removalPolicy = 'delete', madeFor }: Partial<CheckedResource>,
  about: {
    readonly id: string
    readonly now: number
    readonly providers: Providers
    readonly resources: InstanceState['resources']
  },
): ResourceRecord {
  const { id, now, providers, resources } = about
  const provider = providers.byNamespace.get(namespaceOf(type))
  const { schemaVersion } = providers.type(type) ?? {}
  const reads = resources.filter((each) => dependsOn.includes(each.name) && !each.replaced)
  return {
    id,
    name,
    type,
    pluginId: provider?.pluginId ?? '',
    pluginVersion: provider?.pluginVersion ?? '',
    status: statusAfter('create', 'cut'),
    spec: withoutPassedOn(knownPart(desired)),
    ...(schemaVersion === undefined ? {} : { schemaVersion }),
    dependsOn,
    reads: reads.map((each) => each.id),
    removalPolicy,
    ...(madeFor !== undefined && { madeFor }),
    ...recordedOptions(options, undefined),
    replaced: false,
    failureReasons: [],
    createdAt: now,
    updatedAt: now,
    doubtSince: now,
  }
}
