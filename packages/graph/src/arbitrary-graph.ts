import fc from 'fast-check'
import type { Graph } from './graph.ts'

/** Any graph of up to `size` nodes, cycles and loops included. For tests. */
export function anyGraph(size = 12): fc.Arbitrary<Graph> {
  return fc.integer({ min: 0, max: size }).chain((count) => {
    const needed: fc.Arbitrary<number[]> = count === 0 ? fc.constant([]) : fc.array(fc.nat(count - 1), { maxLength: 4 })
    return fc.array(needed, { minLength: count, maxLength: count }).map(graphFromEdges)
  })
}

/** Any graph without a cycle. A node only depends on nodes registered later, so that sorting has work to do. */
export function anyAcyclicGraph(size = 12): fc.Arbitrary<Graph> {
  return anyGraph(size).map((graph) =>
    graphFromEdges(graph.dependencies.map((needed, node) => needed.filter((dependency) => dependency > node))),
  )
}

export function graphFromEdges(dependencies: readonly (readonly number[])[]): Graph {
  return { nodes: dependencies.map((_, node) => `n${node}`), dependencies }
}
