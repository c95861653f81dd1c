import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Value, valueMap } from '@slipway/model'
import { expectFound, misorderedList, says } from './found.ts'

const map = (members: Readonly<Record<string, Value>>): Value => valueMap(Object.entries(members))

test('untransmitted values and defaults are accepted', () => {
  assert.ok(says(undefined, []))
  assert.ok(says(undefined, map({})))
  assert.ok(says(null, map({ tags: [] })))
  assert.ok(says(map({ host: 'a', port: 80 }), map({ host: 'a', tags: [], note: null })))
  assert.ok(says([map({ host: 'a', port: 80 })], [map({ host: 'a' })]))
})

test('any other value is not', () => {
  assert.ok(!says(undefined, 'a'))
  assert.ok(!says(undefined, ['a']))
  assert.ok(!says(['a', 'b'], ['a']))
  assert.ok(!says('a', map({})))
  assert.ok(!says(map({ host: 'b' }), map({ host: 'a' })))
  assert.ok(!says('a', null))
})

test('lists are accepted in any order, item by item', () => {
  assert.ok(says(['b', 'a'], ['a', 'b']))
  assert.ok(says([map({ host: 'b' }), map({ host: 'a', port: 80 })], [map({ host: 'a' }), map({ host: 'b' })]))
  assert.ok(!says(['a', 'a'], ['a', 'b']))
  assert.ok(!says(['a', 'b', 'b'], ['a', 'b']))
})

const hosts = (...names: readonly string[]): Value => map({ net: map({ hosts: names.map((host) => map({ host })) }) })

test('a list in another order is named, unless its order does not count', () => {
  const items = { type: 'object', attributes: { host: { type: 'string' } } } as const
  const list = { type: 'array', items } as const
  const schema = (sortArrayByField?: string) => ({
    type: 'object' as const,
    attributes: {
      net: {
        type: 'object' as const,
        attributes: { hosts: sortArrayByField === undefined ? list : { ...list, sortArrayByField } },
      },
    },
  })
  assert.equal(misorderedList(hosts('a', 'b'), hosts('a', 'b'), schema()), undefined)
  assert.equal(misorderedList(hosts('b', 'a'), hosts('a', 'b'), schema()), 'net.hosts')
  assert.equal(misorderedList(hosts('b', 'a'), hosts('a', 'b'), schema('host')), undefined)
})

test('an unmentioned value is not judged', () => {
  const spec = valueMap([
    ['a', 1],
    ['tags', ['x']],
  ])
  assert.equal(expectFound(valueMap([['a', 1]]), spec), '1 properties, and nothing of tags')
  assert.equal(expectFound(spec, spec), '2 properties')
  assert.throws(() => expectFound(valueMap([['tags', []]]), spec), /"tags" is read as something else than was deployed/)
  assert.throws(() => expectFound(undefined, spec), /it is not found/)
})
