import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnsByType } from './turns-by-type.ts'

test('a removal that is done again waits for what is being made of its type, and what comes later for that removal', () => {
  const turns = new TurnsByType()
  const none = new Map<string, number[]>()
  assert.deepEqual(turns.take(new Map([['queue', [0]]]), none), [])
  assert.deepEqual(turns.take(new Map([['queue', [1]]]), none), [])
  assert.deepEqual(turns.take(new Map([['db', [2]]]), new Map([['queue', [3]]])), [{ nodes: [3], tried: [0, 1] }])
  assert.deepEqual(turns.take(new Map([['queue', [4]]]), none), [{ nodes: [4], tried: [3] }])
  assert.deepEqual(turns.take(new Map([['db', [5]]]), none), [])
})

test('what comes together takes no turns', () => {
  const turns = new TurnsByType()
  assert.deepEqual(turns.take(new Map([['queue', [1]]]), new Map([['queue', [0]]])), [])
})
