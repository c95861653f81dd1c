import { visible } from '@slipway/source/visible'
import type { ListedInstance } from '@slipway/operations/look/instances'
import { table } from '../table.ts'

/** A line for each instance, or advice when there is none. */
export function instancesText(instances: readonly ListedInstance[]): string {
  if (instances.length === 0) return 'Nothing is deployed from here. slipway up deploys a blueprint.\n'
  return table([['INSTANCE', 'STATUS', 'RESOURCES', 'CHANGED', 'BLUEPRINT'], ...instances.map(rowOf)])
}

function rowOf(instance: ListedInstance): readonly string[] {
  const { name, status, resources, updatedAt, blueprintFile = '-', damage } = instance
  const changed = updatedAt === undefined ? '-' : new Date(updatedAt).toISOString().slice(0, 19).replace('T', ' ')
  const more = instance.protected === true ? ', protected' : ''
  const why = damage === undefined ? `${status}${more}` : `${status}: ${damage}`
  return [name, why, String(resources), changed, blueprintFile].map(visible)
}
