import { at, flatEdges, type Graph } from './graph.ts'

export interface Sorted {
  /** Indexes of the nodes, every dependency before its dependents, except in a cycle. */
  readonly order: readonly number[]
  /** The edges that could not be kept, as `[dependent, dependency]`: each closes a cycle. Empty if there is no cycle. */
  readonly broken: readonly (readonly [dependent: number, dependency: number])[]
}

/**
 * Orders a graph: as registered, except that a node's dependencies come right before it, in declared order.
 *
 * A cycle is entered at the node that is reached first, which comes last of its cycle: of two nodes that depend on each other, reached
 * through P1, the order is P2, P1. Linear in nodes and edges; uses no recursion.
 *
 * @param roots the nodes to start from, in this order; only nodes that they reach are sorted. All nodes if left out.
 */
export function sortGraph(graph: Graph, roots?: readonly number[]): Sorted {
  const { offsets, targets } = flatEdges(graph)
  const size = graph.nodes.length
  const states = new Uint8Array(size)
  const cursors = offsets.slice(0, size)
  const path = new Uint32Array(size)
  const order: number[] = []
  const broken: [number, number][] = []

  const starts = roots?.length ?? size
  for (let start = 0; start < starts; start++) {
    const root = roots === undefined ? start : (roots[start] as number)
    if (states[root] !== UNSEEN) continue
    let depth = 0
    path[0] = root
    states[root] = ON_PATH
    while (depth >= 0) {
      const node = at(path, depth)
      const cursor = at(cursors, node)
      if (cursor === offsets[node + 1]) {
        states[node] = SORTED
        order.push(node)
        depth--
        continue
      }
      cursors[node] = cursor + 1
      const dependency = at(targets, cursor)
      if (states[dependency] === UNSEEN) {
        states[dependency] = ON_PATH
        path[++depth] = dependency
      } else if (states[dependency] === ON_PATH) {
        broken.push([node, dependency])
      }
    }
  }
  return { order, broken }
}

const UNSEEN = 0
const ON_PATH = 1
const SORTED = 2
