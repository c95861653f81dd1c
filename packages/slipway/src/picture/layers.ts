import type { PictureEdge } from './picture.ts'

export interface Place {
  /** How many others, one after the other, must exist before: a node in layer 0 needs none. */
  readonly layer: number
  /** The position within the layer. */
  readonly index: number
}

const sweeps = 4

/**
 * Places nodes in layers: a node is to the right of the nodes that it needs, and near them. The time grows only with nodes and edges, so
 * that pictures of thousands can be drawn. Edges of circles are followed only while they lead to new nodes.
 */
export function placesInLayers(ids: readonly string[], edges: readonly PictureEdge[]): ReadonlyMap<string, Place> {
  const known = new Set(ids)
  const needs = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { from, to } of edges) if (known.has(from) && from !== to) needs.get(to)?.push(from)
  const depths = depthsOf(ids, needs)
  const layers: string[][] = []
  for (const id of ids) (layers[depths.get(id) ?? 0] ??= []).push(id)
  const places = new Map<string, Place>()
  const settle = (layer: readonly string[], depth: number): void =>
    layer.forEach((id, index) => places.set(id, { layer: depth, index: index - (layer.length - 1) / 2 }))
  layers.forEach(settle)
  const middle = (id: string): number => {
    const of = (needs.get(id) ?? []).map((one) => places.get(one)?.index ?? 0)
    return of.length === 0 ? (places.get(id)?.index ?? 0) : of.reduce((sum, index) => sum + index, 0) / of.length
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    layers.forEach((layer, depth) => {
      const middles = new Map(layer.map((id) => [id, middle(id)]))
      layer.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
      settle(layer, depth)
    })
  }
  return places
}

/** The longest way to each node, without recursion: a chain may be longer than a stack is deep. */
function depthsOf(ids: readonly string[], needs: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  const entered = new Set<string>()
  for (const start of ids) {
    const stack = [start]
    while (stack.length > 0) {
      const id = stack.at(-1) as string
      const open = entered.has(id) ? [] : (needs.get(id) ?? []).filter((one) => !entered.has(one))
      entered.add(id)
      if (open.length > 0) {
        stack.push(...open)
        continue
      }
      stack.pop()
      const below = (needs.get(id) ?? []).map((one) => depths.get(one) ?? -1)
      if (!depths.has(id)) depths.set(id, Math.max(-1, ...below) + 1)
    }
  }
  return depths
}
