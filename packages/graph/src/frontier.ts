import { at, type FlatEdges, flatDependents, type Graph } from './graph.ts'

/**
 * Walks a graph as its nodes complete, by counting: what may run next is known after each completion, at a cost of the
 * completed node's dependents. For schedulers.
 *
 * Nodes of a cycle never become ready; sort first and leave out what the sort calls broken.
 */
export class Frontier {
  readonly #dependents: FlatEdges
  readonly #missing: Uint32Array

  constructor(graph: Graph) {
    this.#dependents = flatDependents(graph)
    this.#missing = Uint32Array.from(graph.dependencies, (dependencies) => dependencies.length)
  }

  /** The nodes that depend on nothing, in order of registration. */
  roots(): number[] {
    const roots: number[] = []
    for (const [node, missing] of this.#missing.entries()) if (missing === 0) roots.push(node)
    return roots
  }

  /** Says that a node is done. Once per node. Returns the nodes that this made ready, in order of registration. */
  complete(node: number): number[] {
    const { offsets, targets } = this.#dependents
    const ready: number[] = []
    for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
      const dependent = at(targets, edge)
      const missing = at(this.#missing, dependent) - 1
      this.#missing[dependent] = missing
      if (missing === 0) ready.push(dependent)
    }
    return ready
  }
}
