import { type MutableValueMap, type ResourceMetadata, type Value, valueMap } from '@slipway/model'

/** Metadata in the form that expressions see and that is compared. */
export function metadataValue(metadata: ResourceMetadata | undefined): MutableValueMap {
  const map = valueMap()
  if (metadata?.displayName !== undefined) map['displayName'] = metadata.displayName
  if (metadata?.labels !== undefined) map['labels'] = valueMap(Object.entries<Value>(metadata.labels))
  if (metadata?.annotations !== undefined) map['annotations'] = metadata.annotations
  if (metadata?.custom !== undefined) map['custom'] = metadata.custom
  return map
}
