import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, type PropertySchema, valueMap } from '@slipway/model'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { mergeComputed } from './merge-computed.ts'
import { mergeReality } from './merge-reality.ts'
import { sensitiveValues } from './sensitive-values.ts'

const schema: PropertySchema = {
  type: 'object',
  attributes: {
    password: { type: 'string', sensitive: true },
    users: { type: 'array', items: { type: 'object', attributes: { token: { type: 'string', sensitive: true } } } },
    keys: { type: 'map', mapValues: { type: 'string', sensitive: true } },
    url: { type: 'string', computed: true },
  },
}

describe('what a schema calls sensitive', () => {
  test('is found wherever it stands', () => {
    const value = valueMap([
      ['password', 'one'],
      ['users', [valueMap([['token', 'two']])]],
      ['keys', valueMap([['a', 'three']])],
      ['url', 'four'],
      ['unknown', 'five'],
    ])
    const found = sensitiveValues(schema, value)
    assert.ok(found.every(isSecret))
    assert.deepEqual(
      found.map(({ value: text }) => text),
      ['one', 'two', 'three'],
    )
  })

  test('is a secret of others that tell it, where it is only known from outside', () => {
    const recorded = valueMap([['url', 'db://old']])
    const real = valueMap([
      ['password', 'hush-hush'],
      ['url', 'db://me:hush-hush@here'],
    ])
    assert.ok(isSecret(mergeReality(schema, recorded, real)['url']))
  })

  test('is a secret of what a provider computes with it', () => {
    const definition = { ...fakeTypeDefinition('fake/find'), schema }
    const merged = mergeComputed(
      definition,
      valueMap(),
      { 'spec.password': 'hush-hush', 'spec.url': 'db://me:hush-hush@here' },
      undefined,
    )
    assert.deepEqual([isSecret(merged['password']), isSecret(merged['url'])], [true, true])
  })
})
