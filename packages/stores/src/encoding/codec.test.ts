import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Secret, valueMap, type Value, type ValueMap } from '@slipway/model'
import { decodeRecord, encodeRecord, type Opener } from './codec.ts'
import { processSealer } from '../seal/index.ts'
import type { Surroundings } from '../seal/place.ts'
import { UnopenedSecret } from '../seal/unopened-secret.ts'

const sealer = processSealer()
const at: Surroundings = { purpose: 'state', state: 's', instance: 'site', record: 'resource r' }
const open: Opener = (sealed, place) => sealer.unseal(sealed, place)

/** Values of any depth, with keys and integers that are easy to get wrong. */
const values = fc.letrec<{ value: Value; plain: Value }>((tie) => {
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.bigInt().map(wide),
    fc.string(),
  )
  const key = fc.oneof(fc.string(), fc.constantFrom('$secret', '$int', '$map', '$plain', '$number', '__proto__', '$'))
  const inside = (item: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
    fc.oneof(scalar, fc.array(item, { maxLength: 3 }), fc.array(fc.tuple(key, item), { maxLength: 3 }).map(valueMap))
  return {
    plain: fc.oneof({ maxDepth: 3 }, scalar, inside(tie('plain'))),
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      inside(tie('value')),
      tie('plain').map((plain) => new Secret(plain)),
    ),
  }
})

/** Integers within the safe range are numbers in the domain. */
function wide(value: bigint): bigint {
  return value >= 0n ? value + 2n ** 53n : value - 2n ** 53n
}

describe('the record codec', () => {
  test('gives back any value exactly', () => {
    fc.assert(
      fc.property(values.value, (value) => {
        const record = { spec: valueMap([['value', value]]) }
        assert.deepEqual(decodeRecord(encodeRecord(record, sealer, at), open, at), record)
        assert.deepEqual(decodeRecord(encodeRecord(record, 'reveal', at), open, at), record)
      }),
      { numRuns: 300 },
    )
  })

  test('writes no secret in plain text', () => {
    const spec = valueMap([['deep', [valueMap([['password', new Secret('canary-4711')]])]]])
    assert.doesNotMatch(
      encodeRecord({ resource: { spec }, metadata: { custom: new Secret('canary-4711') } }, sealer, at),
      /canary/,
    )
  })

  test('keeps secrets wherever a record has them', () => {
    for (const field of ['spec', 'exports', 'mayHold', 'drawn', 'notes']) {
      const text = encodeRecord({ [field]: [new Secret('of the house')] }, sealer, at)
      assert.doesNotMatch(text, /house/)
      assert.deepEqual(decodeRecord(text, open, at), { [field]: [new Secret('of the house')] })
    }
  })

  test('does not mistake a user’s map for a mark', () => {
    const forged = valueMap([['$secret', sealer.seal('"stolen"', { ...at, path: ['notes', '$secret'] })]])
    assert.deepEqual(decodeRecord(encodeRecord({ notes: forged }, sealer, at), open, at), { notes: forged })
  })

  test('writes an unopened secret unchanged', () => {
    const text = encodeRecord({ spec: valueMap([['token', new Secret('canary')]]) }, sealer, at)
    const left = decodeRecord(text, (...sealed) => new UnopenedSecret(...sealed), at) as { spec: ValueMap }
    assert.equal(JSON.stringify(left), `{"spec":{"token":"(sealed with key ${sealer.keyId}, which is not here)"}}`)
    assert.equal(encodeRecord(left, sealer, at), text)
    assert.equal(encodeRecord(left, 'reveal', at), text)
  })

  for (const text of [
    '',
    '{',
    'null',
    '1',
    '{"resource":[]}',
    '{"metadata":null}',
    '{"spec":{"$secret":1}}',
    '{"spec":{"$int":"1.5"}}',
    '{"spec":{"$future":1}}',
    '{"spec":{"$secret":"x"}}',
  ]) {
    test(`refuses damaged text: ${text}`, () => {
      assert.throws(() => decodeRecord(text, open, at), { code: 'state/damaged-record' })
    })
  }
})
