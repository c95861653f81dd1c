import { components } from './components.ts'
import { at, type FlatEdges, flatDependents, flatEdges, type Graph } from './graph.ts'

/**
 * A shortest cycle, as indexes: each depends on the next, the last on the first. `undefined` if there is none. A node that depends on
 * itself is a cycle of one. Among cycles of equal length, the one from the lowest index is returned.
 *
 * Exact unless a graph has so many edges within cycles that looking from every node would take more than `budget` edge visits; then it is
 * the shortest of the visited cycles.
 */
export function findCycle(graph: Graph, budget = 20_000_000): readonly number[] | undefined {
  const edges = flatEdges(graph)
  const region = new CyclicRegion(graph, edges)
  const search = new ShortestFrom(graph, edges, region)
  let best: readonly number[] | undefined
  for (let node = 0; node < graph.nodes.length && best?.length !== 1; node++) {
    if (!region.holds(node)) continue
    if (best !== undefined && search.visits > budget) break
    best = search.cycle(node, best === undefined ? Infinity : best.length - 1) ?? best
    // Every cycle through this node has been considered.
    region.remove(node)
  }
  return best
}

/** A shortest cycle of each group of nodes that reach each other, shortest first, at most `limit`. They are enough to break them all. */
export function findCycles(graph: Graph, limit = 20): readonly (readonly number[])[] {
  const component = components(graph)
  const cycles: (readonly number[])[] = []
  let rest = graph
  for (let cycle = findCycle(rest); cycle !== undefined && cycles.length < limit; cycle = findCycle(rest)) {
    cycles.push(cycle)
    const group = component[cycle[0] ?? -1]
    const dependencies = rest.dependencies.map((needed, node) => (component[node] === group ? [] : needed))
    rest = { nodes: graph.nodes, dependencies }
  }
  return cycles
}

/** The nodes that may still be on a cycle. A node that loses its last edge in or out is removed, too. */
class CyclicRegion {
  readonly #edges: FlatEdges
  readonly #dependents: FlatEdges
  readonly #component: Uint32Array
  readonly #inside: Uint8Array
  readonly #out: Uint32Array
  readonly #in: Uint32Array

  constructor(graph: Graph, edges: FlatEdges) {
    const size = graph.nodes.length
    this.#edges = edges
    this.#dependents = flatDependents(graph)
    this.#component = components(graph, edges)
    this.#inside = new Uint8Array(size)
    this.#out = new Uint32Array(size)
    this.#in = new Uint32Array(size)
    for (let node = 0; node < size; node++) {
      for (let edge = at(edges.offsets, node); edge < at(edges.offsets, node + 1); edge++) {
        const target = at(edges.targets, edge)
        if (this.#component[node] !== this.#component[target]) continue
        this.#inside[node] = 1
        this.#out[node] = at(this.#out, node) + 1
        this.#in[target] = at(this.#in, target) + 1
      }
    }
  }

  holds(node: number): boolean {
    return this.#inside[node] === 1
  }

  /** True if the edge can be part of a cycle. */
  joins(from: number, to: number): boolean {
    return this.#inside[to] === 1 && this.#component[from] === this.#component[to]
  }

  remove(node: number): void {
    const leaving = [node]
    this.#inside[node] = 0
    for (let next = leaving.pop(); next !== undefined; next = leaving.pop()) {
      this.#loosen(next, this.#edges, this.#in, leaving)
      this.#loosen(next, this.#dependents, this.#out, leaving)
    }
  }

  #loosen(node: number, edges: FlatEdges, degrees: Uint32Array, leaving: number[]): void {
    for (let edge = at(edges.offsets, node); edge < at(edges.offsets, node + 1); edge++) {
      const target = at(edges.targets, edge)
      if (!this.joins(node, target)) continue
      degrees[target] = at(degrees, target) - 1
      if (degrees[target] !== 0) continue
      this.#inside[target] = 0
      leaving.push(target)
    }
  }
}

/** Breadth-first searches that share their arrays, so that a search only costs its visits. */
class ShortestFrom {
  visits = 0
  readonly #edges: FlatEdges
  readonly #region: CyclicRegion
  readonly #queue: Uint32Array
  readonly #cameFrom: Uint32Array
  readonly #distance: Uint32Array
  /** The last search that saw each node. */
  readonly #seenBy: Uint32Array
  #search = 0

  constructor(graph: Graph, edges: FlatEdges, region: CyclicRegion) {
    const size = graph.nodes.length
    this.#edges = edges
    this.#region = region
    this.#queue = new Uint32Array(size)
    this.#cameFrom = new Uint32Array(size)
    this.#distance = new Uint32Array(size)
    this.#seenBy = new Uint32Array(size)
  }

  /** A shortest cycle through `start` of at most `longest` nodes. */
  cycle(start: number, longest: number): readonly number[] | undefined {
    const { offsets, targets } = this.#edges
    this.#search++
    this.#see(start, start, 1)
    let end = 0
    this.#queue[end++] = start
    for (let head = 0; head < end; head++) {
      const node = at(this.#queue, head)
      const distance = at(this.#distance, node)
      if (distance > longest) return undefined
      for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
        this.visits++
        const target = at(targets, edge)
        if (target === start) return this.#pathTo(node, start)
        if (this.#seenBy[target] === this.#search || !this.#region.joins(node, target)) continue
        this.#see(target, node, distance + 1)
        this.#queue[end++] = target
      }
    }
    return undefined
  }

  #see(node: number, from: number, distance: number): void {
    this.#seenBy[node] = this.#search
    this.#cameFrom[node] = from
    this.#distance[node] = distance
  }

  #pathTo(node: number, start: number): readonly number[] {
    const path = [node]
    for (let step = node; step !== start;) {
      step = at(this.#cameFrom, step)
      path.push(step)
    }
    return path.toReversed()
  }
}
