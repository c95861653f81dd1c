import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ComputedValues,
  isSecret,
  type PropertySchema,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { withEmpty } from './untravelled.ts'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { mergeComputed } from './merge-computed.ts'

const definition = fakeTypeDefinition('fake/find')

function merge(spec: Record<string, Value>, computed: ComputedValues, recorded?: Record<string, Value>): ValueMap {
  const before = recorded === undefined ? undefined : valueMap(Object.entries(recorded))
  return mergeComputed(definition, valueMap(Object.entries(spec)), computed, before)
}

describe('computed values', () => {
  test('are merged at any depth', () => {
    const spec = { value: 'x', network: valueMap([['port', 1]]) }
    assert.deepEqual(
      { ...merge(spec, { 'spec.id': 'i', 'spec.network.address': '::1', 'spec.echo': null }) },
      {
        value: 'x',
        network: valueMap([
          ['port', 1],
          ['address', '::1'],
        ]),
        id: 'i',
      },
    )
    assert.equal(spec.network['address'], undefined)
  })

  test('stay until the provider reports another value or none', () => {
    const recorded = { value: 'x', id: 'i', echo: 'said', network: valueMap([['address', '::1']]) }
    const spec = { value: 'y', network: valueMap() }
    const rest = { value: 'y', id: 'i', network: valueMap([['address', '::1']]) }
    assert.deepEqual({ ...merge(spec, {}, recorded) }, { ...rest, echo: 'said' })
    assert.deepEqual({ ...merge(spec, { 'spec["echo"]': null }, recorded) }, rest)
    const bare = { value: 'y', id: 'i', network: valueMap(), echo: 'said' }
    assert.deepEqual({ ...merge(spec, { 'spec.network.address': null }, recorded) }, bare)
  })

  test('stay in the items of lists and maps', () => {
    const item: PropertySchema = {
      type: 'object',
      attributes: { name: { type: 'string' }, size: { type: 'integer', computedWhenOmitted: true } },
    }
    const schema: PropertySchema = {
      type: 'object',
      attributes: { list: { type: 'array', items: item }, map: { type: 'map', mapValues: item } },
    }
    const named = valueMap([['name', 'x']])
    const spec = valueMap([
      ['list', [named]],
      ['map', valueMap([['a.b', named]])],
    ])
    const merged = mergeComputed(
      { ...definition, schema },
      spec,
      { 'spec.list[0].size': 1, 'spec.map["a.b"].size': 2 },
      undefined,
    )
    assert.deepEqual(mergeComputed({ ...definition, schema }, spec, {}, merged), merged)
  })

  test('are empty lists and maps if the provider reports nothing', () => {
    const items: PropertySchema = { type: 'array', items: { type: 'string' } }
    const schema: PropertySchema = {
      type: 'object',
      attributes: {
        list: { ...items, computed: true },
        map: { type: 'map', mapValues: { type: 'string' }, computed: true },
        either: { ...items, nullable: true, computed: true },
        whole: { type: 'object', required: ['list'], attributes: { list: items, other: items }, computed: true },
      },
    }
    const nothing = { 'spec.list': null, 'spec.map': null, 'spec.either': null, 'spec.whole': valueMap([['n', 1]]) }
    const whole = valueMap([
      ['n', 1],
      ['list', []],
    ])
    const recorded = valueMap([['list', ['old']]])
    assert.deepEqual(
      { ...mergeComputed({ ...definition, schema }, valueMap(), { ...nothing, 'spec.whole': valueMap() }, recorded) },
      { list: [], map: valueMap(), whole: valueMap([['list', []]]) },
    )
    assert.deepEqual(withEmpty(schema.attributes?.['whole'], nothing['spec.whole']), whole)
    assert.deepEqual({ ...mergeComputed({ ...definition, schema }, valueMap(), {}, recorded) }, { list: ['old'] })
  })

  test('do not modify the recorded spec or the provider’s answer', () => {
    const spec = { network: valueMap([['port', 1]]) }
    const recorded = { network: valueMap([['address', 'old']]) }
    const answer = { 'spec.network': valueMap([['port', 1]]), 'spec.network.address': '::1', 'spec.id': 'i' }
    const merged = merge(spec, answer, recorded)
    assert.equal((merged['network'] as ValueMap)['address'], '::1')
    assert.deepEqual([...Object.keys(spec.network), ...Object.keys(answer['spec.network'])], ['port', 'port'])
    assert.equal(recorded.network['address'], 'old')
  })

  test('stay as recorded if the provider does not mention them', () => {
    const merged = merge({ value: 'x' }, { 'spec.echo': 'new' }, { id: 'i', echo: 'old', zone: 'north', value: 'w' })
    assert.deepEqual({ ...merged }, { value: 'x', zone: 'north', id: 'i', echo: 'new' })
  })

  test('do not override the blueprint', () => {
    assert.equal(merge({ zone: 'north' }, { 'spec.zone': 'NORTH' })['zone'], 'north')
    assert.equal(merge({ value: 'x' }, { 'spec.value': 'x' })['value'], 'x')
    assert.throws(() => merge({ value: 'x' }, { 'spec.value': 'y' }), { code: 'engine/bad-computed-value' })
  })

  test('are secret if they contain a secret in any encoding', () => {
    assert.ok(isSecret(merge({ value: secret('s') }, { 'spec.echo': 'of s' })['echo']))
    assert.ok(!isSecret(merge({ value: 's' }, { 'spec.echo': 'of s' })['echo']))
    assert.ok(
      isSecret(merge({ value: secret('hush') }, { 'spec.echo': Buffer.from('a:hush').toString('base64') })['echo']),
    )
  })

  test('are not secret just because another value is', () => {
    const merged = merge({ value: secret('hush') }, { 'spec.id': 'i-4711', 'spec.echo': '/var/log/db.log' })
    assert.deepEqual([merged['id'], merged['echo']], ['i-4711', '/var/log/db.log'])
  })

  for (const [path, value] of [
    ['spec.id', 5],
    ['spec.nothing', 'x'],
    ['spec.network.nothing', 'x'],
    ['spec.rules', 'x'],
    ['spec.rules', [valueMap([['nothing', 1]])]],
    ['spec.inputs[4000000000]', 'x'],
    ['spec.__proto__.id', 'x'],
  ] as const) {
    test(`are refused by name if the schema does not allow them: ${path}`, () => {
      assert.throws(
        () => merge({}, { [path]: value }),
        (thrown: Error & { code?: string }) =>
          thrown.code === 'engine/bad-computed-value' && thrown.message.includes(path),
      )
    })
  }
})
