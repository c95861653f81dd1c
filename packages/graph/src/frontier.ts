import { at, type FlatEdges, flatDependents, type Graph } from './graph.ts'

/** Marks a node that is done, in place of its count of missing dependencies. */
const done = 0xffff_ffff

/**
 * Walks a graph as its nodes complete, by counting. After each completion, the nodes that may run next are known, at the cost of the
 * completed node's dependents. For schedulers.
 *
 * Nodes of a cycle never become ready; sort first and leave out what the sort calls broken.
 */
export class Frontier {
  readonly #dependents: FlatEdges
  /** The dependents that came late, by the node on which they depend. */
  readonly #late = new Map<number, number[]>()
  #missing: Uint32Array
  #size: number

  constructor(graph: Graph) {
    this.#dependents = flatDependents(graph)
    this.#missing = Uint32Array.from(graph.dependencies, (dependencies) => dependencies.length)
    this.#size = graph.dependencies.length
  }

  /** The nodes that depend on nothing, in order of registration. For the start. */
  roots(): number[] {
    const roots: number[] = []
    for (let node = 0; node < this.#size; node++) if (at(this.#missing, node) === 0) roots.push(node)
    return roots
  }

  /**
   * Takes nodes that come late, with the next numbers, at the cost of their edges. They may depend on each other and on all earlier nodes,
   * done or not. Returns those that are ready.
   *
   * @throws RangeError when one depends on a missing node
   */
  add(dependencies: readonly (readonly number[])[]): number[] {
    const first = this.#size
    const end = first + dependencies.length
    const missing = dependencies.map((needed) => this.#open(needed, end))
    if (end > this.#missing.length) {
      const grown = new Uint32Array(Math.max(end, 2 * this.#missing.length))
      grown.set(this.#missing)
      this.#missing = grown
    }
    this.#size = end
    return missing.flatMap((open, index) => {
      const node = first + index
      this.#missing[node] = open.length
      for (const dependency of open) this.#await(dependency, node)
      return open.length === 0 ? [node] : []
    })
  }

  /** Notes that a node is done. Call it once per node. Returns the nodes that this made ready, in order of registration. */
  complete(node: number): number[] {
    const { offsets, targets } = this.#dependents
    const ready: number[] = []
    this.#missing[node] = done
    if (node + 1 < offsets.length)
      for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) this.#tell(at(targets, edge), ready)
    const late = this.#late.get(node)
    if (late === undefined) return ready
    for (const dependent of late) this.#tell(dependent, ready)
    this.#late.delete(node)
    return ready
  }

  /** Notes that a dependency of a node is done. */
  #tell(dependent: number, ready: number[]): void {
    const missing = at(this.#missing, dependent) - 1
    this.#missing[dependent] = missing
    if (missing === 0) ready.push(dependent)
  }

  #open(needed: readonly number[], end: number): number[] {
    return needed.filter((dependency) => {
      if (dependency < 0 || dependency >= end) throw new RangeError(`there is no node ${dependency} to wait for`)
      return dependency >= this.#size || at(this.#missing, dependency) !== done
    })
  }

  #await(dependency: number, node: number): void {
    const known = this.#late.get(dependency)
    if (known === undefined) this.#late.set(dependency, [node])
    else known.push(node)
  }
}
