import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { computedPaths, valueAt } from '../spec/computed-paths.ts'

/** Its type has an id that is given only once it is made, and nobody has recorded it. */
export function missesId(
  { spec }: Pick<ResourceRecord, 'spec'>,
  definition: ResourceTypeDefinition | undefined,
): definition is ResourceTypeDefinition & { readonly idField: string } {
  if (definition === undefined || !hasComputedId(definition)) return false
  const value = valueAt(spec, `spec.${definition.idField}`)
  return value === undefined || value === null
}

/** Whether things of a type are found by an id that is given only once they are made. */
export function hasComputedId(
  definition: ResourceTypeDefinition,
): definition is ResourceTypeDefinition & { readonly idField: string } {
  const { idField, schema } = definition
  return idField !== undefined && computedPaths(schema).includes(`spec.${idField}`)
}

/** Nobody will ever find it by itself, however long one waits: only a person can say under which id it is there. */
export function isLostWithoutId(
  record: Pick<ResourceRecord, 'spec'>,
  definition: ResourceTypeDefinition | undefined,
): boolean {
  return definition?.findsByIdAlone === true && missesId(record, definition)
}
