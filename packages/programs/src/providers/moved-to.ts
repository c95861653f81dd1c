import type { ResourceDiff, ValueMap } from '@slipway/model'
import type { ResourceWish } from './resource-wish.ts'

/** The change of a resource's parent. It needs no call, but the plan shows it, because the two count as the same thing. */
export function movedTo({ parent: next }: ValueMap, wish: ResourceWish | undefined): Pick<ResourceDiff, 'recorded'> {
  const previous = wish?.movedFrom
  if (previous === undefined) return {}
  return { recorded: [{ path: 'parent', previous, ...(next !== undefined && { next }) }] }
}
