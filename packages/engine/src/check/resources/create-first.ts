import { reached } from '@slipway/graph'
import type { CheckedResource } from '../checked.ts'

/**
 * Marks the resources that resources with `replaceOrder: create-first` need, directly or not. The new resource is made first for marked ones as
 * well, even where the dialect's habit is to destroy the old one first: the old resource that stays for a while still needs its own old
 * dependencies.
 */
export function spreadCreateFirst(
  resources: ReadonlyMap<string, CheckedResource>,
): ReadonlyMap<string, CheckedResource> {
  const first = [...resources.values()].filter(({ options }) => options?.replaceOrder === 'create-first')
  if (first.length === 0) return resources
  const needed = ({ dependsOn }: CheckedResource): readonly CheckedResource[] =>
    dependsOn.flatMap((name) => resources.get(name) ?? [])
  const found = reached(first.flatMap(needed), needed)
  return new Map(
    Array.from(resources, ([name, resource]) => [
      name,
      found.has(resource) ? { ...resource, isNeededFirst: true } : resource,
    ]),
  )
}
