import { at, edgesOf, flatEdges, type Graph } from './graph.ts'
import { sortGraph } from './sort-graph.ts'

/**
 * A shortest chain of dependencies, both ends included: each node depends on the next. `undefined` if `from` does not depend on `to`,
 * directly or through others.
 */
export function findPath(graph: Graph, from: number, to: number): readonly number[] | undefined {
  const cameFrom = new Int32Array(graph.nodes.length).fill(-1)
  const queue = [from]
  cameFrom[from] = from
  for (let head = 0; head < queue.length && cameFrom[to] === -1; head++) {
    const node = queue[head] as number
    for (const dependency of edgesOf(graph, node)) {
      if (cameFrom[dependency] !== -1) continue
      cameFrom[dependency] = node
      queue.push(dependency)
    }
  }
  if (cameFrom[to] === -1) return undefined
  const path = [to]
  for (let node = to; node !== from;) {
    node = at(cameFrom, node)
    path.push(node)
  }
  return path.toReversed()
}

export interface CriticalPath {
  /** Indexes from the first to run to the last: each depends on the one before. Empty for an empty graph. */
  readonly path: readonly number[]
  /** The sum of the path's weights. */
  readonly length: number
}

/**
 * The chain of dependencies with the greatest sum of weights: however much runs side by side, the whole takes as long. Edges that close a
 * cycle do not count. Linear.
 *
 * @param weight the duration of a node, 0 or more, in any unit
 */
export function criticalPath(graph: Graph, weight: (node: number) => number): CriticalPath {
  const { order } = sortGraph(graph)
  const { offsets, targets } = flatEdges(graph)
  const finished = new Float64Array(graph.nodes.length).fill(-1)
  const waitedFor = new Int32Array(graph.nodes.length).fill(-1)
  let last = -1
  for (const node of order) {
    let ready = 0
    for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
      const dependency = at(targets, edge)
      // Not finished yet: the edge closes a cycle.
      if (at(finished, dependency) === -1) continue
      if (waitedFor[node] !== -1 && at(finished, dependency) <= ready) continue
      ready = at(finished, dependency)
      waitedFor[node] = dependency
    }
    finished[node] = ready + weight(node)
    if (last === -1 || at(finished, node) > at(finished, last)) last = node
  }
  const path: number[] = []
  for (let node = last; node !== -1; node = at(waitedFor, node)) path.push(node)
  return { path: path.toReversed(), length: last === -1 ? 0 : at(finished, last) }
}
