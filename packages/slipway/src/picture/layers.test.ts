import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placesInLayers } from './layers.ts'

test('a dependent lies behind its dependencies, and nothing overlaps', () => {
  const graph = fc
    .integer({ min: 1, max: 30 })
    .chain((count) => fc.tuple(fc.constant(count), fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)))))
  fc.assert(
    fc.property(graph, ([count, pairs]) => {
      const ids = Array.from({ length: count }, (_, index) => `n${index}`)
      // Edges from lower to higher numbers cannot form a circle.
      const edges = pairs.filter(([a, b]) => a < b).map(([a, b]) => ({ from: `n${a}`, to: `n${b}` }))
      const places = placesInLayers(ids, edges)
      for (const { from, to } of edges) assert.ok((places.get(from)?.layer ?? 0) < (places.get(to)?.layer ?? 0))
      assert.equal(new Set(Array.from(places.values(), ({ layer, index }) => `${layer} ${index}`)).size, count)
    }),
  )
})

test('a circle, an edge to nowhere and a chain of 20,000 are placed', () => {
  const circle = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
    { from: 'gone', to: 'a' },
  ]
  assert.equal(placesInLayers(['a', 'b'], circle).size, 2)
  const ids = Array.from({ length: 20_000 }, (_, index) => `n${index}`)
  const chain = ids.slice(1).map((to, index) => ({ from: ids[index] as string, to }))
  assert.equal(placesInLayers(ids.toReversed(), chain).get('n19999')?.layer, 19_999)
})
