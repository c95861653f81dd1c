import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyAcyclicGraph, anyGraph, graphFromEdges } from './arbitrary-graph.ts'
import { components } from './components.ts'
import { findCycle, findCycles } from './cycle.ts'
import type { Graph } from './graph.ts'
import { findPath } from './paths.ts'

/** The expected length, by a slow search: for each node, the shortest way from one of its dependencies back to it. */
function shortestByTrying(graph: Graph): number | undefined {
  const lengths = graph.dependencies.flatMap((dependencies, node) =>
    dependencies.flatMap((dependency) => findPath(graph, dependency, node)?.length ?? []),
  )
  return lengths.length === 0 ? undefined : Math.min(...lengths)
}

describe('cycles', () => {
  test('finds the shortest of several', () => {
    assert.deepEqual(findCycle(graphFromEdges([[1], [2], [0], [4], [3], []])), [3, 4])
  })

  test('a node that depends on itself is a cycle of one', () => {
    assert.deepEqual(findCycle(graphFromEdges([[1], [0, 1]])), [1])
  })

  test('finds one cycle of every knot, however many cycles it has', () => {
    assert.deepEqual(findCycles(graphFromEdges([[1], [2, 0], [0], [4], [3], [5], []])), [[5], [0, 1], [3, 4]])
    assert.equal(findCycles(graphFromEdges([[0], [1], [2]]), 2).length, 2)
  })

  test('finds no more cycles than asked for, and twenty when nobody says', () => {
    const knots = graphFromEdges(Array.from({ length: 25 }, (_, node) => [node]))
    assert.equal(findCycles(knots).length, 20)
    assert.equal(findCycles(knots, 25).length, 25)
  })

  test('finds a cycle, though perhaps no shortest one, when the budget is used up', () => {
    const ring = [[1], [2], [3], [0], [5], [4]]
    assert.deepEqual(findCycle(graphFromEdges(ring), 1), [0, 1, 2, 3])
    assert.deepEqual(findCycle(graphFromEdges(ring), 4), [4, 5])
  })

  test('any graph: every knot has exactly one cycle', () => {
    fc.assert(
      fc.property(anyGraph(8), (graph) => {
        const component = components(graph)
        const inKnot = (node: number) =>
          graph.dependencies[node]?.some((needed) => component[needed] === component[node]) === true
        const knots = new Set([...graph.nodes.keys()].filter(inKnot).map((node) => component[node]))
        const found = findCycles(graph).map(([first = -1]) => component[first])
        assert.equal(found.length, knots.size)
        assert.deepEqual(new Set(found), knots)
      }),
    )
  })

  test('any graph without a cycle: there is none', () => {
    fc.assert(fc.property(anyAcyclicGraph(), (graph) => assert.equal(findCycle(graph), undefined)))
  })

  test('any graph: the answer is a cycle, and none is shorter', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const cycle = findCycle(graph)
        assert.equal(cycle?.length, shortestByTrying(graph))
        for (const [step, node] of (cycle ?? []).entries()) {
          const next = cycle?.[(step + 1) % cycle.length] as number
          assert.ok(graph.dependencies[node]?.includes(next))
        }
      }),
    )
  })

  test('any graph: nodes share a component exactly when they reach each other', () => {
    fc.assert(
      fc.property(anyGraph(8), (graph) => {
        const component = components(graph)
        for (const a of graph.nodes.keys()) {
          for (const b of graph.nodes.keys()) {
            const together = findPath(graph, a, b) !== undefined && findPath(graph, b, a) !== undefined
            assert.equal(component[a] === component[b], together)
          }
        }
      }),
    )
  })

  test('a ring of 100,000 is found without recursion and without looking from every node', () => {
    const size = 100_000
    const ring = Array.from({ length: size }, (_, node) => [(node + 1) % size])
    assert.equal(findCycle(graphFromEdges(ring))?.length, size)
  })
})
