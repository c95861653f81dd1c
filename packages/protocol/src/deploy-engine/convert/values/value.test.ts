import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import {
  equalValues,
  isList,
  isMap,
  type PropertySchema,
  secret,
  someValue,
  Unknown,
  type Value,
  valueMap,
} from '@slipway/model'
import fc from 'fast-check'

import { decode, encode } from '../../../wire/codec/message.ts'
import { MappingNode } from '../../gen/schema.ts'
import { jsonFromWire, jsonToWire } from './json.ts'
import { Any } from '../../gen/google-protobuf-any.ts'
import { mapFromWire, requiredValueToWire, valueFromWire, valueToWire } from './value.ts'

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.double({ noNaN: true }),
  fc.string({ unit: 'grapheme' }),
)

const { value: anyValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    scalar as fc.Arbitrary<Value>,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }).map((map) => valueMap(Object.entries(map))),
  ),
}))

function overTheWire(value: Value, schema?: PropertySchema): Value {
  const node = valueToWire(value, schema)
  return node === undefined ? null : valueFromWire(decode(MappingNode, encode(MappingNode, node)))
}

function jsonOverTheWire(value: Value): Value {
  return jsonFromWire(decode(Any, encode(Any, jsonToWire(value))))
}

/** Returns the value in the wire's form: without empty lists and maps. */
function withoutEmpty(value: Value): Value | undefined {
  if (isList(value)) return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? null)
  if (!isMap(value)) return value
  const kept = Object.entries(value).flatMap(([key, member]) => {
    const rest = withoutEmpty(member)
    return rest === undefined ? [] : [[key, rest] as const]
  })
  return kept.length === 0 ? undefined : valueMap(kept)
}

describe('values over the wire', () => {
  test('come back unchanged, without empty ones', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        assert.ok(equalValues(overTheWire(value), withoutEmpty(value) ?? null))
      }),
      { numRuns: 300 },
    )
  })

  test('are revealed when secret and left out when unknown', () => {
    const value = valueMap([
      ['password', secret('hunter2')],
      ['nested', secret(valueMap([['pin', 1234]]))],
      ['later', new Unknown('resources.x')],
    ])
    const read = overTheWire(value)
    assert.ok(
      equalValues(
        read,
        valueMap([
          ['password', 'hunter2'],
          ['nested', valueMap([['pin', 1234]])],
        ]),
      ),
    )
  })

  test('are floats where the schema says so, and nowhere else', () => {
    const schema: PropertySchema = {
      type: 'object',
      attributes: {
        ratio: { type: 'float' },
        count: { type: 'integer' },
        list: { type: 'array', items: { type: 'object', attributes: { area: { type: 'float' } } } },
        map: { type: 'map', mapValues: { type: 'float' } },
        either: {
          type: 'union',
          oneOf: [{ type: 'string' }, { type: 'object', attributes: { x: { type: 'float' } } }],
        },
      },
    }
    const spec = { ratio: 2, count: 2, list: [{ area: 3 }], map: { any: 4 }, either: { x: 5 }, other: 6 }
    const { fields } = valueToWire(spec, schema) ?? {}
    assert.deepEqual(fields?.['ratio']?.scalar, { floatValue: 2 })
    assert.deepEqual(fields?.['count']?.scalar, { intValue: 2 })
    assert.deepEqual(fields?.['list']?.items?.[0]?.fields?.['area']?.scalar, { floatValue: 3 })
    assert.deepEqual(fields?.['map']?.fields?.['any']?.scalar, { floatValue: 4 })
    assert.deepEqual(fields?.['either']?.fields?.['x']?.scalar, { floatValue: 5 })
    assert.deepEqual(fields?.['other']?.scalar, { intValue: 6 })
  })

  test('stand as none where something must travel', () => {
    assert.deepEqual(requiredValueToWire(valueMap()), { scalar: { noneValue: true } })
    const none = decode(MappingNode, encode(MappingNode, requiredValueToWire(valueMap())))
    assert.deepEqual(Object.keys(mapFromWire(none, 'the spec')), [])
  })

  test('are refused when they cannot travel', () => {
    assert.throws(() => valueToWire(2n ** 63n), { problem: 'malformed' })
    let deep: Value = 1
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    assert.throws(() => valueToWire(deep), { problem: 'too-deep' })
    assert.throws(() => jsonToWire(deep), { problem: 'too-deep' })
  })

  test('are refused when a plugin sends an invalid one', () => {
    const half = decode(
      MappingNode,
      encode(MappingNode, { stringWithSubstitutions: { values: [{ substitutionValue: { variable: {} } }] } }),
    )
    assert.throws(() => valueFromWire(half), { problem: 'malformed' })
    const text = decode(MappingNode, encode(MappingNode, { scalar: { stringValue: 'x' } }))
    assert.throws(() => mapFromWire(text, 'the spec'), /the spec is not a map/)
  })
})

describe('JSON inside an Any', () => {
  test('comes back unchanged, with integers in full', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        // JSON has neither infinities nor a negative zero, and does not distinguish large floats from integers.
        fc.pre(!someValue(value, isUnlikeJson))
        assert.ok(equalValues(jsonOverTheWire(value), value))
      }),
    )
    assert.equal(jsonOverTheWire(2n ** 200n), 2n ** 200n)
  })

  test('is refused when it is not JSON', () => {
    const any = { typeUrl: '', value: Uint8Array.of(0x0a, 0x01, 0x7b) }
    assert.throws(() => jsonFromWire(any), { problem: 'malformed' })
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const nested = encode(Any, { value: Buffer.concat([Buffer.from([0x0a, 0x90, 0x4e]), Buffer.from(deep)]) })
    assert.throws(() => jsonFromWire(decode(Any, nested)), { problem: 'too-deep' })
    assert.equal((jsonOverTheWire(emptyMaps(200_000)) as Value[]).length, 200_000)
    assert.throws(() => jsonOverTheWire(emptyMaps(300_000)), { problem: 'too-many' })
  })
})

function emptyMaps(count: number): Value[] {
  return Array.from({ length: count }, () => valueMap())
}

function isUnlikeJson(value: Value): boolean {
  if (typeof value !== 'number') return false
  return !Number.isFinite(value) || Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value))
}
