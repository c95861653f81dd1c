import { Unknown, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { valueAt, withComputed } from '../spec/computed-paths.ts'

/** After an update, everything that the provider computes may have changed, except the id of the resource. */
export function updatedView({ name, definition }: CheckedResource, spec: ValueMap, record: ResourceRecord): ValueMap {
  const { schema, idField } = definition
  const isMade = record.deployedAt !== undefined
  return withComputed(schema, spec, 'spec', (path) => {
    const identity =
      idField !== undefined && isMade && path === `spec.${idField}` ? valueAt(record.spec, path) : undefined
    return identity ?? new Unknown(`resources.${name}.${path}`)
  })
}
