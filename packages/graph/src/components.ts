import { at, type FlatEdges, flatEdges, type Graph } from './graph.ts'

/**
 * The number of each node's group: the nodes that it reaches and that reach it. Nodes with equal numbers are on a common cycle. Numbers are
 * dense from 0, dependencies first. Tarjan's algorithm without recursion; linear.
 */
export function components(graph: Graph, edges: FlatEdges = flatEdges(graph)): Uint32Array {
  const { offsets, targets } = edges
  const size = graph.nodes.length
  const component = new Uint32Array(size)
  const found = new Uint32Array(size)
  const lowest = new Uint32Array(size)
  const cursors = offsets.slice(0, size)
  const path = new Uint32Array(size)
  const open = new Uint32Array(size)
  const isOpen = new Uint8Array(size)
  let openSize = 0
  let clock = 0
  let groups = 0

  for (let root = 0; root < size; root++) {
    if (found[root] !== 0) continue
    let depth = -1
    let entered = root
    for (;;) {
      if (found[entered] === 0) {
        found[entered] = lowest[entered] = ++clock
        open[openSize++] = entered
        isOpen[entered] = 1
        path[++depth] = entered
      }
      const node = at(path, depth)
      const cursor = at(cursors, node)
      if (cursor < at(offsets, node + 1)) {
        cursors[node] = cursor + 1
        const target = at(targets, cursor)
        if (found[target] === 0) entered = target
        else if (isOpen[target] === 1) lowest[node] = Math.min(at(lowest, node), at(found, target))
        continue
      }
      if (lowest[node] === found[node]) {
        for (let member = size; member !== node;) {
          member = at(open, --openSize)
          isOpen[member] = 0
          component[member] = groups
        }
        groups++
      }
      if (--depth < 0) break
      const parent = at(path, depth)
      lowest[parent] = Math.min(at(lowest, parent), at(lowest, node))
      entered = parent
    }
  }
  return component
}
