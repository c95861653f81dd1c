import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { computedPaths, valueAt } from '../spec/computed-paths.ts'

/** True when its type has an id that only exists once it is made, and the record does not have it. */
export function missesId(
  { spec }: Pick<ResourceRecord, 'spec'>,
  definition: ResourceTypeDefinition | undefined,
): definition is ResourceTypeDefinition & { readonly idField: string } {
  if (definition === undefined || !hasComputedId(definition)) return false
  const value = valueAt(spec, `spec.${definition.idField}`)
  return value === undefined || value === null
}

/** Whether things of a type are found by an id that only exists once they are made. */
export function hasComputedId(
  definition: ResourceTypeDefinition,
): definition is ResourceTypeDefinition & { readonly idField: string } {
  const { idField, schema } = definition
  return idField !== undefined && computedPaths(schema).includes(`spec.${idField}`)
}

/** True when waiting does not help: its provider can only find it by an id that nobody has recorded, and only a person can tell it. */
export function isLostWithoutId(
  record: Pick<ResourceRecord, 'spec'>,
  definition: ResourceTypeDefinition | undefined,
): boolean {
  return definition?.findsByIdAlone === true && missesId(record, definition)
}
