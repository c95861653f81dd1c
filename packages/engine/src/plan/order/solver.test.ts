import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sortGraph } from '@slipway/graph'
import fc from 'fast-check'
import { reasons, strengthOf } from './reasons.ts'
import { type Wait, waitsToGiveUp } from './solver.ts'
import { type Edge, Waits } from './waits.ts'

const givenUp = (edges: readonly Edge[]): readonly string[] => {
  const keys = new Set(edges.flatMap(([waiter, needed]) => [waiter, needed]))
  return new Waits(keys, edges).givenUp.map((edge) => edge.join(' > '))
}

describe('a circle of waits gives up', () => {
  test('no wait if there is no circle', () => {
    const edges: Edge[] = [
      ['a', 'b', 'reads'],
      ['b', 'c', 'reads'],
      ['a', 'c', 'reads by name'],
    ]
    assert.deepEqual(givenUp(edges), [])
  })

  test('its weakest wait, in any order of the list', () => {
    const edges: Edge[] = [
      ['a', 'b', 'reads by name'],
      ['b', 'c', 'needs'],
      ['c', 'a', 'reads'],
    ]
    assert.deepEqual(givenUp(edges), ['a > b > reads by name'])
    assert.deepEqual(givenUp(edges.toReversed()), ['a > b > reads by name'])
  })

  test('the later in the alphabet of two equal waits', () => {
    const edges: Edge[] = [
      ['b', 'a', 'reads'],
      ['a', 'b', 'reads'],
    ]
    assert.deepEqual(givenUp(edges), ['b > a > reads'])
    assert.deepEqual(givenUp(edges.toReversed()), ['b > a > reads'])
  })

  test('one wait for each circle, even if circles share a node', () => {
    const edges: Edge[] = [
      ['a', 'b', 'reads'],
      ['b', 'a', 'reads by name'],
      ['b', 'c', 'reads by name'],
      ['c', 'd', 'is inside'],
      ['d', 'c', 'reads'],
    ]
    assert.deepEqual(givenUp(edges).toSorted(), ['b > a > reads by name', 'c > d > is inside'])
  })

  test('no wait that must hold, and is refused by name instead', () => {
    const edges: Edge[] = [
      ['a', 'a (old)', 'makes room'],
      ['a (old)', 'b', 'successor exists'],
      ['b', 'a', 'needs'],
      ['b', 'x', 'reads'],
    ]
    assert.throws(() => givenUp(edges), {
      code: 'engine/circle',
      message: 'each of these has to come after the next one: a, a (old), b, a',
    })
  })
})

test('a member and the container that it is removed with wait for the same steps', () => {
  const edges: Edge[] = [
    ['member', 'reader', 'reads'],
    ['box', 'member', 'is inside'],
    ['user', 'member', 'needs'],
  ]
  const waits = new Waits(['member', 'reader', 'box', 'user'], edges, new Map([['member', 'box']]))
  assert.deepEqual([...waits.before('box')], ['reader'])
  assert.deepEqual([...waits.before('member')], ['box'])
  assert.deepEqual([...waits.before('user')], ['member'])
  assert.deepEqual(waits.inOrder(), ['reader', 'box', 'member', 'user'])
})

const weak = reasons.filter(({ mayBeGivenUp }) => mayBeGivenUp).map(({ name }) => name)
const anyWaits: fc.Arbitrary<readonly Wait[]> = fc.array(
  fc
    .record({ waiter: fc.nat(9), needed: fc.nat(9), reason: fc.constantFrom(...weak) })
    .filter(({ waiter, needed }) => waiter !== needed),
  { maxLength: 40 },
)
const names = Array.from({ length: 10 }, (_, node) => `n${node}`)

function isFree(waits: readonly Wait[]): boolean {
  const dependencies = names.map((_, node) => waits.flatMap((one) => (one.waiter === node ? [one.needed] : [])))
  return sortGraph({ nodes: names, dependencies }).broken.length === 0
}

test('no circle is left, and each dropped wait was among the weakest of a circle', () => {
  fc.assert(
    fc.property(anyWaits, (waits) => {
      const left = waitsToGiveUp(names, waits)
      const kept = waits.filter((wait) => !left.has(wait))
      assert.ok(isFree(kept))
      for (const wait of left) {
        const stronger = kept.filter(({ reason }) => strengthOf(reason) >= strengthOf(wait.reason))
        assert.ok(!isFree([...stronger, wait]))
      }
    }),
  )
})

test('a ring of 100,000 and 100,000 pairs are solved without recursion or repeated full scans', () => {
  const size = 100_000
  const many = Array.from({ length: size }, (_, node) => `n${node}`)
  const ring = many.map((_, node): Wait => ({ waiter: node, needed: (node + 1) % size, reason: 'reads' }))
  assert.equal(waitsToGiveUp(many, ring).size, 1)
  const pairs = many.map((_, node): Wait => ({ waiter: node, needed: node ^ 1, reason: 'reads' }))
  assert.equal(waitsToGiveUp(many, pairs).size, size / 2)
})
