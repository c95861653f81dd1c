import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyAcyclicGraph, graphFromEdges } from './arbitrary-graph.ts'
import { Frontier } from './frontier.ts'
import { criticalPath, findPath } from './paths.ts'

describe('paths', () => {
  test('the shortest chain of dependencies, both ends included', () => {
    const graph = graphFromEdges([[1, 2], [3], [1, 3], []])
    assert.deepEqual(findPath(graph, 0, 3), [0, 1, 3])
    assert.deepEqual(findPath(graph, 2, 2), [2])
    assert.equal(findPath(graph, 3, 0), undefined)
  })

  test('the critical path is the heaviest chain, not the longest', () => {
    const weights = [1, 10, 1, 1, 1]
    const graph = graphFromEdges([[1, 2], [], [3], [4], []])
    assert.deepEqual(
      criticalPath(graph, (node) => weights[node] as number),
      { path: [1, 0], length: 11 },
    )
    assert.deepEqual(
      criticalPath(graph, () => 1),
      { path: [4, 3, 2, 0], length: 4 },
    )
  })

  test('the critical path of cycles and of nothing', () => {
    assert.deepEqual(
      criticalPath(graphFromEdges([[1], [0]]), () => 2),
      { path: [1, 0], length: 4 },
    )
    assert.deepEqual(
      criticalPath(graphFromEdges([]), () => 1),
      { path: [], length: 0 },
    )
  })

  test('any graph without a cycle: every node becomes ready once, after its dependencies', () => {
    fc.assert(
      fc.property(anyAcyclicGraph(), (graph) => {
        const frontier = new Frontier(graph)
        const done: number[] = []
        const ready = frontier.roots()
        for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
          for (const dependency of graph.dependencies[node] ?? []) assert.ok(done.includes(dependency))
          done.push(node)
          ready.push(...frontier.complete(node))
        }
        assert.deepEqual(
          done.sort((a, b) => a - b),
          [...graph.nodes.keys()],
        )
      }),
    )
  })
})
