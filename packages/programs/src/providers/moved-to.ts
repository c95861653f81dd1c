import type { ResourceDiff, ValueMap } from '@slipway/model'
import type { ResourceWish } from './resource-wish.ts'

/** That a resource has another parent: nothing is done for that, and who reads a plan wants to know what it takes for the same thing. */
export function movedTo({ parent: next }: ValueMap, wish: ResourceWish | undefined): Pick<ResourceDiff, 'recorded'> {
  const previous = wish?.movedFrom
  if (previous === undefined) return {}
  return { recorded: [{ path: 'parent', previous, ...(next !== undefined && { next }) }] }
}
