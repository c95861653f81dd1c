/**
 * A directed graph of dependencies.
 *
 * Nodes are known by their index, so that every algorithm here costs a few typed arrays and no map look-ups.
 */
export interface Graph {
  /** Names in order of registration. That order is the tie-break of everything that has to choose. */
  readonly nodes: readonly string[]
  /** For each node the indexes of the nodes that it depends on, in declared order. A duplicate is harmless. */
  readonly dependencies: readonly (readonly number[])[]
}

/**
 * The graph of named things, in the order of the map.
 *
 * @throws RangeError when a dependency is not a key. Code that knows files and lines must check this first.
 */
export function graphOf(dependencies: ReadonlyMap<string, Iterable<string>>): Graph {
  const nodes = [...dependencies.keys()]
  const indexes = new Map(nodes.map((name, index) => [name, index]))
  return {
    nodes,
    dependencies: Array.from(dependencies, ([name, needed]) =>
      Array.from(needed, (dependency) => {
        const index = indexes.get(dependency)
        if (index === undefined) throw new RangeError(`${name} depends on ${dependency}, which is not a node`)
        return index
      }),
    ),
  }
}

/** True if each name comes after its dependencies, so that sorting would change nothing, and there is no circle. */
export function isInOrder(names: Iterable<string>, needed: (name: string) => Iterable<string> | undefined): boolean {
  const seen = new Set<string>()
  for (const name of names) {
    for (const dependency of needed(name) ?? none) if (!seen.has(dependency)) return false
    seen.add(name)
  }
  return true
}

/** The edges as two flat arrays: those of node `i` lie in `targets` from `offsets[i]` up to `offsets[i + 1]`. */
export interface FlatEdges {
  readonly offsets: Uint32Array
  readonly targets: Uint32Array
}

export function flatEdges(graph: Graph): FlatEdges {
  const size = graph.nodes.length
  const offsets = new Uint32Array(size + 1)
  for (let node = 0; node < size; node++) offsets[node + 1] = at(offsets, node) + edgesOf(graph, node).length
  const targets = new Uint32Array(at(offsets, size))
  let next = 0
  for (let node = 0; node < size; node++) for (const target of edgesOf(graph, node)) targets[next++] = target
  return { offsets, targets }
}

/** The reverse edges of {@link flatEdges}: the dependents of node `i`, in order of registration. */
export function flatDependents(graph: Graph): FlatEdges {
  const size = graph.nodes.length
  const offsets = new Uint32Array(size + 1)
  for (const dependencies of graph.dependencies) {
    for (const dependency of dependencies) offsets[dependency + 1] = at(offsets, dependency + 1) + 1
  }
  for (let node = 0; node < size; node++) offsets[node + 1] = at(offsets, node + 1) + at(offsets, node)
  const next = offsets.slice(0, size)
  const targets = new Uint32Array(at(offsets, size))
  for (let node = 0; node < size; node++) {
    for (const dependency of edgesOf(graph, node)) {
      targets[at(next, dependency)] = node
      next[dependency] = at(next, dependency) + 1
    }
  }
  return { offsets, targets }
}

const none: readonly never[] = []

export function edgesOf(graph: Graph, node: number): readonly number[] {
  return graph.dependencies[node] ?? none
}

/** An element that is known to exist. Every index in this package comes from the same graph as its array. */
export function at(array: Uint32Array | Int32Array | Float64Array, index: number): number {
  return array[index] as number
}
