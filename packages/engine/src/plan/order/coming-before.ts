import { graphOf, isInOrder, sortGraph } from '@slipway/graph'
import type { CheckedResource } from '../../check/checked.ts'
import type { ReasonName } from './reasons.ts'
import { type Edge, Waits } from './waits.ts'

/** Per resource, by its name: the names of the resources that come before it. */
export interface Before {
  readonly get: (name: string) => Iterable<string> | undefined
}

type Needing = Pick<CheckedResource, 'dependsOn' | 'options'>

/**
 * The names of the resources that come before a resource, by its name: its dependencies and its container, unless the container needs it.
 *
 * @param recorded names of present containers, by name of the member
 */
export function comingBefore(
  resources: ReadonlyMap<string, Needing>,
  recorded: ReadonlyMap<string, string> = new Map(),
): Before {
  const wanted: [name: string, container: string][] = []
  for (const [name, { options }] of resources)
    if (options?.deletedWith !== undefined) wanted.push([name, options.deletedWith])
  if (wanted.length + recorded.size === 0) return { get: (name) => resources.get(name)?.dependsOn }
  const edges: Edge[] = []
  for (const [name, { dependsOn }] of resources) for (const needed of dependsOn) edges.push([name, needed, 'needs'])
  const stand = (members: Iterable<readonly [string, string]>, reason: ReasonName): void => {
    for (const [name, container] of members) edges.push([name, container, reason])
  }
  stand(wanted, 'stands in')
  // The wanted container counts more than the present one. Otherwise two members that swap places would form a circle.
  stand(recorded, 'stood in')
  const waits = new Waits(resources.keys(), edges)
  return { get: (name) => waits.before(name) }
}

/** The resources, each after those that come before it. */
export function inOrder<Resource>(resources: ReadonlyMap<string, Resource>, before: Before): Resource[] {
  const list = [...resources.values()]
  if (isInOrder(resources.keys(), (name) => before.get(name))) return list
  const needed = Array.from(resources.keys(), (name) => [name, before.get(name) ?? []] as const)
  return sortGraph(graphOf(new Map(needed))).order.flatMap((index) => list[index] ?? [])
}
