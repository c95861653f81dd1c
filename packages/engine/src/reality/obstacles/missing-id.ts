import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { computedPaths, valueAt } from '../../spec/computed-paths.ts'

/** True if the resource's type has an id that only exists once a thing is made, and the record does not have that id. */
export function missesId(
  { spec }: Pick<ResourceRecord, 'spec'>,
  definition: ResourceTypeDefinition | undefined,
): definition is ResourceTypeDefinition & { readonly idField: string } {
  if (definition === undefined || !hasComputedId(definition)) return false
  const value = valueAt(spec, `spec.${definition.idField}`)
  return value === undefined || value === null
}

/** True if things of a type are found by an id that only exists once they are made. */
export function hasComputedId(
  definition: ResourceTypeDefinition,
): definition is ResourceTypeDefinition & { readonly idField: string } {
  const { idField, schema } = definition
  return idField !== undefined && computedPaths(schema).includes(`spec.${idField}`)
}

/** True if waiting does not help, because the provider can only find the resource by an unrecorded id, which only a person can find out. */
export function isLostWithoutId(
  record: Pick<ResourceRecord, 'spec'>,
  definition: ResourceTypeDefinition | undefined,
): boolean {
  return definition?.findsByIdAlone === true && missesId(record, definition)
}
