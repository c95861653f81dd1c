import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { type PropertySchema, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import fc from 'fast-check'
import { fragmentOf } from './fragment.ts'

const schema: PropertySchema = {
  type: 'object',
  attributes: {
    name: { type: 'string' },
    token: { type: 'string', sensitive: true },
    id: { type: 'string', computed: true },
    net: { type: 'object', attributes: { port: { type: 'integer' }, address: { type: 'string', computed: true } } },
    tags: { type: 'map', mapValues: { type: 'string' } },
  },
}

function record(spec: ValueMap) {
  return { name: 'network/web', type: 'acme/server', spec }
}

test('a fragment has the recorded values, without computed ones; secrets are variables', () => {
  const net = valueMap([
    ['port', 80],
    ['address', '10.0.0.1'],
  ])
  const spec = valueMap([
    ['name', 'a ${b}\nc'],
    ['token', secret('hush')],
    ['id', 'i-1'],
    ['net', net],
    ['tags', null],
  ])
  const text = fragmentOf(record(spec), { schema }, 'yaml')
  assert.doesNotMatch(text, /hush|i-1|10\.0\.0\.1|tags|network/)
  assert.match(text, /web_token:\s*\n?.*string/)
  const { blueprint, diagnostics } = readBlueprint('x.yaml', text)
  assert.deepEqual(diagnostics, [])
  const written = blueprint?.resources.get('web')?.spec
  assert.deepEqual(written?.kind === 'map' && written.entries.map(([key]) => key), ['name', 'token', 'net'])
})

test('any record can be written and read in each form', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean())
  const values: fc.Arbitrary<Value> = fc.oneof(
    scalar,
    scalar.map(secret),
    fc.array(scalar, { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z.]{1,5}$/), scalar, { minKeys: 1, maxKeys: 3 }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), values, { maxKeys: 4 }), (spec) => {
      for (const form of ['yaml', 'json', 'bp'] as const) {
        const text = fragmentOf(record(valueMap(Object.entries(spec))), { schema: { type: 'object' } }, form)
        assert.deepEqual(readBlueprint(`x.${form}`, text).diagnostics, [], text)
      }
    }),
    { numRuns: 60 },
  )
})
