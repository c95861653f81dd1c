import {
  type FieldChange,
  isMap,
  isUnknown,
  type MutableValueMap,
  type ResourceMetadata,
  type Unknown,
  type Value,
  type ValueMap,
} from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import { notEphemeral } from '../../evaluate/ephemeral.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import type { Scope } from '../../evaluate/scope.ts'
import { metadataFrom, metadataValues, shownText } from '../../evaluate/written-metadata.ts'
import { diffValues } from '../../spec/diff.ts'
import { metadataValue } from '../../spec/metadata-value.ts'

export interface ResolvedMetadata {
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** The value on which the display name waits; absent: the display name is known. */
  readonly nameUntil?: Unknown
  /** Values whose change replaces the resource; absent if there are none. */
  readonly triggers?: readonly Value[]
}

/** A spec, of which parts may be unknown, with its metadata. */
export type Resolved = ResolvedMetadata & { readonly spec: ValueMap }

/** A resource's metadata from the blueprint. A description that is not known yet is left out. */
export function resolveMetadata(resource: CheckedResource, scope: Scope): ResolvedMetadata {
  if (hasNoMetadata(resource)) return nothing
  const given = metadataValues(resource.metadata, scope)
  for (const [part, value] of Object.entries(given))
    if (value !== undefined) notEphemeral(value, `"metadata.${part}"`, resource.origin)
  const description = shownText(resource.description === undefined ? undefined : evaluate(resource.description, scope))
  const metadata: ResourceMetadata = {
    ...(Object.keys(resource.labels).length === 0 ? {} : { labels: resource.labels }),
    ...metadataFrom(given),
  }
  const { triggers = [] } = resource.demands ?? {}
  return {
    ...(triggers.length > 0 && {
      triggers: triggers.map((trigger) => notEphemeral(evaluate(trigger, scope), 'a trigger', trigger.origin)),
    }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...(isUnknown(given.displayName) ? { nameUntil: given.displayName } : {}),
  }
}

const nothing: ResolvedMetadata = {}

function hasNoMetadata({ description, metadata, demands, labels }: CheckedResource): boolean {
  if ((description ?? demands) !== undefined) return false
  for (const _ in metadata) return false
  for (const _ in labels) return false
  return true
}

/** True if the metadata or triggers may depend on other resources. */
export function hasMetadataExpressions(resource: CheckedResource): boolean {
  const { description, metadata, demands } = resource
  const { displayName, annotations, custom } = metadata
  if (demands !== undefined && demands.triggers.length > 0) return true
  return [displayName, description, annotations, custom].some((part) => part !== undefined && part.kind !== 'literal')
}

export function diffMetadata(previous: ResourceMetadata | undefined, next: ResolvedMetadata): readonly FieldChange[] {
  const { metadata, nameUntil } = next
  if (previous === undefined && metadata === undefined && nameUntil === undefined) return []
  const wanted = metadataValue(metadata)
  if (nameUntil !== undefined) wanted['displayName'] = nameUntil
  return diffValues(withoutOptions(metadataValue(previous)), wanted, 'metadata')
}

/** Earlier versions recorded options for Slipway as metadata. */
function withoutOptions(recorded: MutableValueMap): MutableValueMap {
  const { custom } = recorded
  if (!isMap(custom) || !('slipway' in custom)) return recorded
  const { slipway: _, ...others } = custom
  const { custom: __, ...rest } = recorded
  return Object.keys(others).length === 0 ? rest : { ...rest, custom: others }
}
