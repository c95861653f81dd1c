import type { ResourceTypeDefinition, ValueMap } from '@slipway/model'

/** True for a resource that is only read. It belongs to somebody else, and nothing here may change it, destroy it or keep it alive. */
export function isOnlyRead(
  definition: ResourceTypeDefinition | undefined,
  { spec }: { readonly spec: ValueMap },
): boolean {
  return definition?.onlyReadField !== undefined && spec[definition.onlyReadField] === true
}
