import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyAcyclicGraph, graphFromEdges } from './arbitrary-graph.ts'
import { Frontier } from './frontier.ts'
import type { Graph } from './graph.ts'

describe('a frontier', () => {
  test('names the nodes that a completed one made ready, and only those', () => {
    const frontier = new Frontier(graphFromEdges([[], [0], [0, 3], []]))
    assert.deepEqual(frontier.roots(), [0, 3])
    assert.deepEqual(frontier.complete(0), [1])
    assert.deepEqual(frontier.complete(3), [2])
    assert.deepEqual(frontier.complete(1), [])
  })

  test('takes late nodes: those that wait for nothing are ready at once', () => {
    const frontier = new Frontier(graphFromEdges([[], []]))
    frontier.complete(0)
    assert.deepEqual(frontier.add([[], [0], [1], [2, 3]]), [2, 3])
    assert.deepEqual(frontier.complete(1), [4])
    assert.deepEqual(frontier.complete(2), [])
    assert.deepEqual(frontier.complete(3), [5])
  })

  test('keeps late nodes that wait for each other until all before them are done', () => {
    const frontier = new Frontier(graphFromEdges([]))
    assert.deepEqual(frontier.add([[1], [2], []]), [2])
    assert.deepEqual(frontier.complete(2), [1])
    assert.deepEqual(frontier.complete(1), [0])
  })

  test('tells late nodes after those that were there from the start', () => {
    const frontier = new Frontier(graphFromEdges([[], [0]]))
    assert.deepEqual(frontier.add([[0], [0]]), [])
    assert.deepEqual(frontier.complete(0), [1, 2, 3])
  })

  test('lets several late nodes wait for one late node', () => {
    const frontier = new Frontier(graphFromEdges([[]]))
    frontier.add([[]])
    frontier.add([[1], [1]])
    assert.deepEqual(frontier.complete(1), [2, 3])
  })

  test('refuses a late node that waits for one that is not there', () => {
    const frontier = new Frontier(graphFromEdges([[]]))
    assert.throws(() => frontier.add([[2]]), /there is no node 2 to wait for/)
    assert.throws(() => frontier.add([[-1]]), /there is no node -1 to wait for/)
    assert.deepEqual(frontier.add([[1]]), [], 'a node may name itself, and then never runs')
  })

  test('runs any graph in an order of its dependencies, with a part that comes late', () => {
    const property = fc.property(anyAcyclicGraph(), fc.nat(12), fc.nat(12), (graph, cut, early) => {
      const needed = counted(graph)
      const frontier = new Frontier(graphFromEdges(needed.slice(0, cut)))
      const done: number[] = []
      const ready = frontier.roots()
      const run = (most: number): void => {
        for (const node of takeFrom(ready, most)) {
          for (const dependency of needed[node] ?? []) assert.ok(done.includes(dependency), `${dependency} first`)
          done.push(node)
          ready.push(...frontier.complete(node))
        }
      }
      run(early)
      ready.push(...frontier.add(needed.slice(cut)))
      run(Infinity)
      assert.deepEqual(
        done.toSorted((one, other) => one - other),
        [...needed.keys()],
      )
    })
    fc.assert(property)
  })
})

/** The same graph, numbered so that each node depends on lower numbers only. */
function counted(graph: Graph): readonly (readonly number[])[] {
  const last = graph.nodes.length - 1
  return graph.dependencies.map((needed) => needed.map((node) => last - node)).toReversed()
}

function* takeFrom(queue: number[], most: number): Generator<number> {
  for (let left = most; left > 0; left--) {
    const node = queue.shift()
    if (node === undefined) return
    yield node
  }
}
