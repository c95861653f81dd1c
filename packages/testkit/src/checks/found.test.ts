import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Value, valueMap } from '@slipway/model'
import { says } from './found.ts'

const map = (members: Readonly<Record<string, Value>>): Value => valueMap(Object.entries(members))

test('what does not travel, and defaults, are as wanted', () => {
  assert.ok(says(undefined, []))
  assert.ok(says(undefined, map({})))
  assert.ok(says(null, map({ tags: [] })))
  assert.ok(says(map({ host: 'a', port: 80 }), map({ host: 'a', tags: [], note: null })))
  assert.ok(says([map({ host: 'a', port: 80 })], [map({ host: 'a' })]))
})

test('anything else is not', () => {
  assert.ok(!says(undefined, 'a'))
  assert.ok(!says(undefined, ['a']))
  assert.ok(!says(['a', 'b'], ['a']))
  assert.ok(!says('a', map({})))
  assert.ok(!says(map({ host: 'b' }), map({ host: 'a' })))
  assert.ok(!says('a', null))
})
