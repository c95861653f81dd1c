import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PropertySchema, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import { mergeReality } from '../spec/merge-reality.ts'

const login: PropertySchema = {
  type: 'object',
  attributes: { user: { type: 'string' }, password: { type: 'string', sensitive: true } },
}

const schema: PropertySchema = {
  type: 'object',
  attributes: {
    name: { type: 'string' },
    env: { type: 'map', mapValues: { type: 'string' } },
    settings: { type: 'map' },
    login,
    logins: { type: 'array', items: login },
  },
}

function merged(recorded: Record<string, Value>, real: Record<string, Value>): ValueMap {
  return mergeReality(schema, map(recorded), map(real))
}

function map(entries: Record<string, Value>): ValueMap {
  return valueMap(Object.entries(entries))
}

test('an unmentioned field stays as recorded, in objects and not in free maps', () => {
  const recorded = { name: 'a', env: map({ A: '1', B: '2' }), login: map({ user: 'me', password: secret('old') }) }
  assert.deepEqual(
    merged(recorded, { env: map({ A: '3' }), login: map({ user: 'you' }) }),
    map({ name: 'a', env: map({ A: '3' }), login: map({ user: 'you', password: secret('old') }) }),
  )
})

test('a changed secret stays secret at any depth', () => {
  const recorded = {
    name: secret('a'),
    env: map({ TOKEN: secret('t'), PLAIN: 'p' }),
    settings: secret(map({ a: 'b' })),
    logins: [map({ user: secret('me') })],
  }
  const real = {
    name: 'b',
    env: map({ TOKEN: 'u', PLAIN: 'q', NEW: 'n' }),
    settings: map({ a: 'c' }),
    logins: [map({ user: 'you' })],
  }
  assert.deepEqual(
    merged(recorded, real),
    map({
      name: secret('b'),
      env: map({ TOKEN: secret('u'), PLAIN: 'q', NEW: secret('n') }),
      settings: secret(map({ a: 'c' })),
      logins: secret([map({ user: 'you' })]),
    }),
  )
})

test('sensitive fields are marked, even new ones', () => {
  const real = { login: map({ user: 'me', password: 'p' }), logins: [map({ password: 'q' })] }
  assert.deepEqual(
    merged({}, real),
    map({ login: map({ user: 'me', password: secret('p') }), logins: [map({ password: secret('q') })] }),
  )
})

test('an empty value counts as unchanged if the provider reports nothing', () => {
  const recorded = {
    settings: map({ list: ['a', [], map({ b: map({}), c: 1 })], none: [], deep: map({ none: map({}) }), full: [1] }),
    env: secret(map({ NONE: [], A: 'a' })),
  }
  const real = { settings: map({ list: ['a', null, map({ c: 1 })], full: [1] }), env: map({ A: 'a' }) }
  assert.deepEqual(merged(recorded, real), map(recorded))
})

test('a missing value counts as changed if it was not empty', () => {
  const recorded = { settings: map({ none: [], gone: [1], list: [[], 1], map: map({ a: 1 }) }) }
  const real = { settings: map({ list: [null] }) }
  assert.deepEqual(merged(recorded, real), map({ settings: map({ list: [null], none: [] }) }))
})
