import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyAcyclicGraph, anyGraph, graphFromEdges } from './arbitrary-graph.ts'
import { graphOf, isInOrder } from './graph.ts'
import { sortGraph } from './sort-graph.ts'

const named = (entries: Record<string, string[]>, roots?: number[]): string[] => {
  const graph = graphOf(new Map(Object.entries(entries)))
  return sortGraph(graph, roots).order.map((node) => graph.nodes[node] as string)
}

describe('sorting', () => {
  test('a node comes after its dependencies, which come in declared order', () => {
    assert.deepEqual(named({ p1: ['p2', 'p3'], p2: [], p3: [] }), ['p2', 'p3', 'p1'])
    assert.deepEqual(named({ p1: ['p3', 'p2'], p2: [], p3: [] }), ['p3', 'p2', 'p1'])
  })

  test('what is independent stays as registered', () => {
    assert.deepEqual(named({ c: [], a: [], b: [] }), ['c', 'a', 'b'])
  })

  test('the node of a cycle that is reached first comes last of the cycle', () => {
    assert.deepEqual(named({ p1: ['p2'], p2: ['p1'] }), ['p2', 'p1'])
    assert.deepEqual(named({ p2: ['p1'], p1: ['p2'] }), ['p1', 'p2'])
    assert.deepEqual(named({ top: ['p1', 'p2'], p1: ['p2'], p2: ['p1'] }), ['p2', 'p1', 'top'])
  })

  test('names the edges that it had to break', () => {
    assert.deepEqual(sortGraph(graphFromEdges([[1], [2], [0, 2]])), {
      order: [2, 1, 0],
      broken: [
        [2, 0],
        [2, 2],
      ],
    })
  })

  test('roots limit the order to what they reach', () => {
    assert.deepEqual(named({ a: [], b: ['c'], c: [], d: [] }, [3, 1]), ['d', 'c', 'b'])
  })

  test('a dependency that is not a node is refused by name', () => {
    assert.throws(() => graphOf(new Map([['web', ['db']]])), /web depends on db, which is not a node/)
  })

  test('any graph: each node once, only broken edges are violated, and those close a cycle', () => {
    fc.assert(
      fc.property(anyGraph(), (graph) => {
        const { order, broken } = sortGraph(graph)
        assert.deepEqual(
          [...order].sort((a, b) => a - b),
          [...graph.nodes.keys()],
        )
        const violated = new Set(broken.map(String))
        for (const [node, dependencies] of graph.dependencies.entries()) {
          for (const dependency of dependencies) {
            const kept = order.indexOf(dependency) < order.indexOf(node)
            assert.equal(kept, !violated.has(String([node, dependency])))
          }
        }
      }),
    )
  })

  test('any graph without a cycle: nothing is broken', () => {
    fc.assert(fc.property(anyAcyclicGraph(), (graph) => assert.deepEqual(sortGraph(graph).broken, [])))
  })

  test('a chain of 100,000 does not overflow the stack', () => {
    const size = 100_000
    const chain = Array.from({ length: size }, (_, node) => (node + 1 < size ? [node + 1] : []))
    const { order } = sortGraph(graphFromEdges(chain))
    assert.equal(order[0], size - 1)
    assert.equal(order.at(-1), 0)
  })
})

describe('the names of a graph', () => {
  test('become indexes in the order of registration', () => {
    const graph = graphOf(
      new Map([
        ['web', ['db', 'net']],
        ['db', ['net']],
        ['net', []],
      ]),
    )
    assert.deepEqual(graph, { nodes: ['web', 'db', 'net'], dependencies: [[1, 2], [2], []] })
  })

  test('are in order when each comes after what it needs', () => {
    const needed = new Map([['web', ['db']]])
    assert.equal(
      isInOrder(['db', 'web'], (name) => needed.get(name)),
      true,
    )
    assert.equal(
      isInOrder(['web', 'db'], (name) => needed.get(name)),
      false,
    )
    assert.equal(
      isInOrder(['web'], (name) => needed.get(name)),
      false,
    )
  })
})
