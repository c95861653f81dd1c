import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { equalValues, isSecret, type PropertySchema, type ValueMap, valueMap } from '@slipway/model'
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

describe('a value that the schema calls sensitive', () => {
  test('is found anywhere', () => {
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

  test('makes other values secret that contain it, if only the provider knows it', () => {
    const recorded = valueMap([['url', 'db://old']])
    const real = valueMap([
      ['password', 'hush-hush'],
      ['url', 'db://me:hush-hush@here'],
    ])
    assert.ok(isSecret(mergeReality(schema, recorded, real)['url']))
  })

  test('makes values secret that a provider computes from it', () => {
    const definition = { ...fakeTypeDefinition('fake/find'), schema }
    const merged = mergeComputed(
      definition,
      valueMap(),
      { 'spec.password': 'hush-hush', 'spec.url': 'db://me:hush-hush@here' },
      undefined,
    )
    assert.deepEqual([isSecret(merged['password']), isSecret(merged['url'])], [true, true])
  })

  test('is marked alone in a provider’s state, and values next to it are not secret', () => {
    const hidden: PropertySchema = { type: 'union', attributes: { password: { type: 'union', sensitive: true } } }
    const kept: PropertySchema = { type: 'union', computed: true, attributes: { outputs: hidden } }
    const definition = {
      ...fakeTypeDefinition('fake/find'),
      schema: { ...schema, attributes: { ...schema.attributes, kept } },
    }
    const outputs = valueMap([
      ['id', 'big-cat'],
      ['password', 'hush-hush'],
      ['dsn', 'me:hush-hush@here'],
    ])
    const computed = { 'spec.url': 'zoo/big-cat', 'spec.kept': valueMap([['outputs', outputs]]) }
    const merged = mergeComputed(definition, valueMap(), computed, undefined)
    assert.equal(merged['url'], 'zoo/big-cat')
    assert.ok(equalValues(merged['kept'] ?? null, computed['spec.kept']))
    const shown = merged['kept'] as { outputs: ValueMap }
    const secrets = ['id', 'password', 'dsn'].map((name) => isSecret(shown.outputs[name] ?? null))
    assert.deepEqual(secrets, [false, true, true])
    const read = mergeReality(
      definition.schema,
      merged,
      valueMap([
        ['users', []],
        ['url', 'zoo/big-cat/2'],
      ]),
    )
    assert.equal(read['url'], 'zoo/big-cat/2')
  })
})
