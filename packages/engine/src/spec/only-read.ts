import type { ResourceTypeDefinition, ValueMap } from '@slipway/model'

/** True of what is only read: it is another's, and nothing here may change it, destroy it or keep it alive. */
export function isOnlyRead(
  definition: ResourceTypeDefinition | undefined,
  { spec }: { readonly spec: ValueMap },
): boolean {
  return definition?.onlyReadField !== undefined && spec[definition.onlyReadField] === true
}
