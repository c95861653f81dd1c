import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Value, type ValueMap, valueMap } from '@slipway/model'
import { decode, encode } from '../../wire/codec/message.ts'
import { structToWire } from '../convert/struct.ts'
import { AnalyzerInfo, EnforcementLevel } from '../gen/analyzer.ts'
import { schemaProblems } from './json-schema.ts'
import { wantedPolicies } from './policy-config.ts'

const map = (entries: Readonly<Record<string, Value>>): ValueMap => valueMap(Object.entries(entries))
const integer = map({ type: 'integer', default: 3, minimum: 1 })
const info = decode(
  AnalyzerInfo,
  encode(AnalyzerInfo, {
    name: 'pack',
    policies: [
      {
        name: 'few',
        enforcementLevel: EnforcementLevel.MANDATORY,
        configSchema: {
          properties: structToWire(map({ most: integer, tag: map({ type: 'string' }) })),
          required: ['tag'],
        },
      },
      { name: 'plain', enforcementLevel: EnforcementLevel.ADVISORY },
    ],
    initialConfig: {
      few: { enforcementLevel: EnforcementLevel.ADVISORY, properties: structToWire(map({ tag: 'a' })) },
    },
  }),
)

describe('the level of a policy', () => {
  test('is the settings’ word, or else the pack’s, or else the policy’s own', () => {
    const { byPolicy, problems } = wantedPolicies(info)
    assert.deepEqual(problems, [])
    assert.equal(byPolicy['few']?.enforcementLevel, EnforcementLevel.ADVISORY)
    assert.deepEqual(byPolicy['few']?.properties, structToWire(map({ most: 3, tag: 'a' })))
    const given = {
      few: { properties: map({ most: 5 }) },
      all: { enforcement: 'remediate', properties: map({}) },
    } as const
    const changed = wantedPolicies(info, given)
    assert.ok(changed.remediates)
    assert.equal(changed.byPolicy['few']?.enforcementLevel, EnforcementLevel.REMEDIATE)
    assert.deepEqual(changed.byPolicy['few']?.properties, structToWire(map({ most: 5, tag: 'a' })))
    assert.equal(changed.byPolicy['plain']?.enforcementLevel, EnforcementLevel.REMEDIATE)
  })

  test('is reported where it is invalid', () => {
    const { initialConfig: _, ...bare } = info
    assert.deepEqual(wantedPolicies({ ...bare, initialConfig: {} }).problems, ['few: tag: is required'])
    const given = { few: { properties: map({ most: 0, tag: 1 }) }, fwe: { properties: map({}) } }
    assert.deepEqual(wantedPolicies(info, given).problems, [
      'fwe: there is no such policy; the pack has: few, plain',
      'few: most: must be at least 1',
      'few: tag: must be string',
    ])
  })
})

test('a JSON schema names the problem and its place', () => {
  const schema = map({
    type: 'object',
    additionalProperties: false,
    properties: map({
      names: map({ type: 'array', maxItems: 2, items: map({ type: 'string', minLength: 2 }) }),
      kind: map({ enum: ['a', 'b'] }),
      size: map({ type: ['number', 'null'], exclusiveMaximum: 10 }),
    }),
  })
  const right = map({ names: ['ab'], kind: 'a', size: null })
  assert.deepEqual(schemaProblems(schema, right), [])
  assert.deepEqual(schemaProblems(schema, map({ names: ['ab', 'c', 'de'], kind: 'c', size: 10, more: 1 })), [
    'names: must have a number of items that is at most 2',
    'names[1]: must have a length of at least 2',
    'kind: must be one of ["a","b"]',
    'size: must be less than 10',
    'more: there is no such property',
  ])
  assert.deepEqual(schemaProblems(schema, []), ['must be object'])
})
