import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { graphOf } from '@slipway/graph'
import { hopelessWaits, waitsInCircles } from './break-circles.ts'

/** What is given up, by name. */
function named(
  find: typeof waitsInCircles,
  edges: Readonly<Record<string, readonly string[]>>,
  ...nodes: readonly string[]
): Readonly<Record<string, readonly string[]>> {
  const graph = graphOf(new Map(Object.entries(edges)))
  const found = find(
    graph,
    nodes.map((name) => graph.nodes.indexOf(name)),
  )
  return Object.fromEntries(
    Array.from(found, ([node, needed]) => [
      graph.nodes[node] ?? '',
      needed.map((other) => graph.nodes[other] ?? '').toSorted(),
    ]),
  )
}

describe('waits that are given up', () => {
  const room = {
    // Each is to be ready before its old one goes; `b` comes after `a`, whose old one goes after that of `b`.
    a: ['a old'],
    b: ['b old', 'a'],
    'a old': ['b old', 'a ready'],
    'b old': ['b ready'],
    'a ready': ['c'],
    'b ready': ['a', 'c'],
    c: [],
  }

  test('are those that close a circle, and no others', () => {
    assert.deepEqual(named(waitsInCircles, room, 'a ready', 'b ready'), { 'b ready': ['a'] })
    assert.deepEqual(named(waitsInCircles, room, 'a ready'), {})
    assert.deepEqual(named(waitsInCircles, room), {})
  })

  test('are hopeless only where no other wait that can be given up is in the circle', () => {
    const both = { ...room, 'a ready': ['b'] }
    assert.deepEqual(named(waitsInCircles, both, 'a ready', 'b ready'), { 'a ready': ['b'], 'b ready': ['a'] })
    // The old one of `a` waits for that of `b`, and `b` for `a`.
    assert.deepEqual(named(hopelessWaits, both, 'a ready', 'b ready'), { 'a ready': ['b'], 'b ready': ['a'] })
    const crossed = { x: ['y ready'], y: ['x ready'], 'x ready': ['x'], 'y ready': ['y'] }
    assert.deepEqual(named(waitsInCircles, crossed, 'x ready', 'y ready'), { 'x ready': ['x'], 'y ready': ['y'] })
    assert.deepEqual(named(hopelessWaits, crossed, 'x ready', 'y ready'), {})
  })
})
