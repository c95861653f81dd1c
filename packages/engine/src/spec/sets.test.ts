import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PropertySchema, type Value, valueMap } from '@slipway/model'
import { diffSpec } from './diff.ts'

const schema: PropertySchema = {
  type: 'object',
  attributes: {
    tags: { type: 'array', isSet: true, items: { type: 'string' } },
    rules: {
      type: 'array',
      isSet: true,
      items: { type: 'object', attributes: { port: { type: 'integer' }, id: { type: 'string', computed: true } } },
    },
    size: { type: 'integer' },
  },
}

const rule = (port: number, id?: string): Value =>
  valueMap([['port', port], ...(id === undefined ? [] : [['id', id] as const])])

function changes(previous: Record<string, Value>, next: Record<string, Value>): readonly unknown[] {
  return diffSpec(schema, valueMap(Object.entries(previous)), valueMap(Object.entries(next))).changes
}

describe('sets are compared', () => {
  test('without regard to their order', () => {
    assert.deepEqual(changes({ tags: ['a', 'b', 'c'], size: 1 }, { tags: ['c', 'a', 'b'], size: 2 }), [
      { path: 'spec.size', previous: 1, next: 2 },
    ])
  })

  test('and show only what comes and what goes', () => {
    assert.deepEqual(changes({ tags: ['a', 'b', 'c'] }, { tags: ['d', 'c', 'a'] }), [
      { path: 'spec.tags[0]', previous: 'b', next: 'd' },
    ])
    assert.deepEqual(changes({ tags: ['a', 'b'] }, { tags: ['b'] }), [{ path: 'spec.tags[1]', previous: 'a' }])
    assert.deepEqual(changes({ tags: ['a'] }, { tags: ['b', 'a'] }), [{ path: 'spec.tags[0]', next: 'b' }])
  })

  test('by what is given of their parts', () => {
    assert.deepEqual(changes({ rules: [rule(80, 'r-1'), rule(443, 'r-2')] }, { rules: [rule(443), rule(80)] }), [])
    assert.deepEqual(changes({ rules: [rule(80, 'r-1'), rule(443, 'r-2')] }, { rules: [rule(8443), rule(80)] }), [
      { path: 'spec.rules[0].port', previous: 443, next: 8443 },
    ])
  })

  test('with equal items counted', () => {
    assert.deepEqual(changes({ tags: ['a', 'a'] }, { tags: ['a'] }), [{ path: 'spec.tags[1]', previous: 'a' }])
  })
})
