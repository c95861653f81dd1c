import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnsByType } from './turns-by-type.ts'

test('a repeated removal waits for creates of its type, and later creates wait for the removal', () => {
  const turns = new TurnsByType()
  const none = new Map<string, number[]>()
  assert.deepEqual(turns.take(new Map([['queue', [0]]]), none), [])
  assert.deepEqual(turns.take(new Map([['queue', [1]]]), none), [])
  assert.deepEqual(turns.take(new Map([['db', [2]]]), new Map([['queue', [3]]])), [{ nodes: [3], tried: [0, 1] }])
  assert.deepEqual(turns.take(new Map([['queue', [4]]]), none), [{ nodes: [4], tried: [3] }])
  assert.deepEqual(turns.take(new Map([['db', [5]]]), none), [])
})

test('nodes that arrive together do not wait for each other', () => {
  const turns = new TurnsByType()
  assert.deepEqual(turns.take(new Map([['queue', [1]]]), new Map([['queue', [0]]])), [])
})
