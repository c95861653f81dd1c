import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTo, byEach } from './lists.ts'

test('items are found by each of their keys, in their order', () => {
  const found = byEach(['ab', 'b', 'cb'], (word) => word)
  assert.deepEqual([...found], Object.entries({ a: ['ab'], b: ['ab', 'b', 'cb'], c: ['cb'] }))
  addTo(found, 'c', 'c')
  addTo(found, 'd', 'd')
  assert.deepEqual([found.get('c'), found.get('d')], [['cb', 'c'], ['d']])
})
