import {
  containsUnknown,
  type DataSourceMetadata,
  type FieldChange,
  isMap,
  isSecret,
  isUnknown,
  type MutableValueMap,
  type ResourceMetadata,
  type Unknown,
  type Value,
} from '@slipway/model'
import type { CheckedDataSource, CheckedResource } from '../check/checked.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { scalarText } from '../language/scalar-text.ts'
import type { Scope } from '../evaluate/scope.ts'
import { diffValues } from '../spec/diff.ts'
import { metadataValue } from '../spec/metadata-value.ts'

export interface ResolvedMetadata {
  readonly metadata?: ResourceMetadata
  readonly description?: string
  /** The display name is not known yet. */
  readonly nameUntil?: Unknown
  /** What makes it anew when it changes; absent when nothing does. */
  readonly triggers?: readonly Value[]
}

type MetadataExpressions = Pick<CheckedDataSource, 'displayName' | 'annotations' | 'custom'>

/** A resource's metadata from the blueprint. A description that is not known yet is left out. */
export function resolveMetadata(resource: CheckedResource, scope: Scope): ResolvedMetadata {
  const given = evaluated(resource, scope)
  const description = text(resource.description === undefined ? undefined : evaluate(resource.description, scope))
  const metadata: ResourceMetadata = {
    ...(Object.keys(resource.labels).length === 0 ? {} : { labels: resource.labels }),
    ...metadataFrom(given),
  }
  const { triggers = [] } = resource.demands ?? {}
  return {
    ...(triggers.length > 0 && { triggers: triggers.map((trigger) => evaluate(trigger, scope)) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
    ...(isUnknown(given.displayName) ? { nameUntil: given.displayName } : {}),
  }
}

/** A data source's metadata from the blueprint; `undefined` as long as something in it is not known. */
export function resolveDataSourceMetadata(source: CheckedDataSource, scope: Scope): DataSourceMetadata | undefined {
  const given = evaluated(source, scope)
  const isKnown = Object.values(given).every((value) => value === undefined || !containsUnknown(value))
  return isKnown ? metadataFrom(given) : undefined
}

type MetadataValues = { readonly [name in keyof MetadataExpressions]-?: Value | undefined }

function evaluated({ displayName, annotations, custom }: MetadataExpressions, scope: Scope): MetadataValues {
  return {
    displayName: displayName && evaluate(displayName, scope),
    annotations: annotations && evaluate(annotations, scope),
    custom: custom && evaluate(custom, scope),
  }
}

function metadataFrom({ displayName, annotations, custom }: MetadataValues): DataSourceMetadata {
  const name = text(displayName)
  return {
    ...(name === undefined ? {} : { displayName: name }),
    ...(isMap(annotations) ? { annotations } : {}),
    ...(custom === undefined || custom === null ? {} : { custom }),
  }
}

function text(value: Value | undefined): string | undefined {
  // Names and descriptions are shown everywhere: a secret has no place in them.
  return value === undefined || value === null || isSecret(value) ? undefined : scalarText(value)
}

/** True when something of it can only be said once other resources are there. */
export function hasMetadataExpressions(resource: CheckedResource): boolean {
  const { displayName, description, annotations, custom, demands } = resource
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

/** Earlier versions have recorded what was said to Slipway as metadata. */
function withoutOptions(recorded: MutableValueMap): MutableValueMap {
  const { custom } = recorded
  if (!isMap(custom) || !('slipway' in custom)) return recorded
  const { slipway: _, ...others } = custom
  const { custom: __, ...rest } = recorded
  return Object.keys(others).length === 0 ? rest : { ...rest, custom: others }
}
