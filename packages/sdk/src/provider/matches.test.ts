import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, valueMap, type Value } from '@slipway/model'
import { matches } from './matches.ts'

const thing = valueMap([
  ['name', 'web-1'],
  ['size', 4],
  ['bytes', 2n ** 60n],
  ['labels', valueMap([['app', 'web']])],
  ['zones', ['a', 'b']],
  ['token', secret('t')],
])

function fits(field: string, operator: string, ...search: Value[]): boolean {
  return matches([{ field, operator, search }], thing)
}

describe('filters', () => {
  test('compare a field with any of several values', () => {
    assert.ok(fits('name', '=', 'web-1') && fits('name', 'in', 'db', 'web-1') && fits('token', '=', 't'))
    assert.ok(fits('name', '!=', 'db') && fits('name', 'not in', 'db', 'queue') && !fits('name', 'not in', 'web-1'))
    assert.ok(fits('none', '=', null) && !fits('none', '=', 'x') && fits('none', '!=', 'x'))
  })
  test('compare sizes, of numbers and of texts', () => {
    assert.ok(fits('size', '>', 3) && fits('size', '>=', 4) && fits('size', '<', 5n) && fits('size', '<=', 4))
    assert.ok(fits('bytes', '>', 3) && fits('name', '<', 'x') && !fits('name', '>', 3) && !fits('none', '<', 3))
  })
  test('look into texts, lists and maps', () => {
    assert.ok(
      fits('labels', 'has key', 'app') && fits('labels', 'not has key', 'toString') && !fits('name', 'has key', 'a'),
    )
    assert.ok(fits('zones', 'contains', 'b') && fits('name', 'contains', 'eb-') && fits('zones', 'not contains', 'c'))
    assert.ok(fits('name', 'starts with', 'db', 'we') && fits('name', 'not starts with', 'db'))
    assert.ok(fits('name', 'ends with', '-1') && fits('name', 'not ends with', '-2'))
  })
  test('must all fit; an unknown operator fits nothing', () => {
    const filters = [
      { field: 'name', operator: '=', search: ['web-1'] },
      { field: 'size', operator: '>', search: [9] },
    ]
    assert.equal(matches(filters, thing), false)
    assert.equal(matches([], thing), true)
    assert.equal(fits('name', 'toString', 'web-1'), false)
  })
})
