import { orderStage, parsePostfix, type StageEdge, type StageItem } from '@slipway/graph'
import type { Hook } from './hook.ts'

export interface HookOrder {
  readonly hooks: readonly Hook[]
  /** Ids of hooks with `before` and `after` that contradict each other or the numbers; numbers and names alone then decide the order. */
  readonly contradicting: readonly string[]
}

/** Sorts hooks in the order of stage tasks: by number, before and after, name. */
export function inOrder(hooks: readonly Hook[]): HookOrder {
  const items = hooks.map(({ manifest }): StageItem => {
    const number = parsePostfix(String(manifest.body.hook?.order ?? ''))
    return { name: manifest.id, index: 0, ...(number && { position: { number, gap: false } }) }
  })
  const edges = edgesOf(hooks)
  const { order, conflicts } = orderStage(items, edges)
  const guilty = conflicts.flatMap((conflict) => conflict.edges).flatMap((edge) => Object.values(edges[edge] ?? {}))
  const contradicting = [...new Set(guilty)].map((item) => hooks[item]?.manifest.id ?? '').sort()
  const { order: used } = conflicts.length === 0 ? { order } : orderStage(items, [])
  return { hooks: used.flatMap(({ item }) => hooks[item] ?? []), contradicting }
}

/** Names of missing hooks do not affect the order. */
function edgesOf(hooks: readonly Hook[]): readonly StageEdge[] {
  const indexes = new Map(hooks.map(({ manifest }, index) => [manifest.id, index]))
  return hooks.flatMap(({ manifest }, index) => {
    const { before = [], after = [] } = manifest.body.hook ?? {}
    return [
      ...before.flatMap((name) => edgeBetween(index, indexes.get(name))),
      ...after.flatMap((name) => edgeBetween(indexes.get(name), index)),
    ]
  })
}

function edgeBetween(first: number | undefined, second: number | undefined): readonly StageEdge[] {
  return first === undefined || second === undefined ? [] : [{ first, second }]
}
