import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pathText } from '../cty/path.ts'
import type { BlockSchema } from '../schema/schema.ts'
import { attribute, block, blocks, nested } from '../testing/schemas.ts'
import { cty } from '../testing/values.ts'
import { planProblems } from './plan-problems.ts'

const simple = block({
  name: attribute('required'),
  region: attribute('optional computed'),
  password: attribute('optional sensitive'),
  token: attribute('optional write-only'),
  id: attribute('computed'),
})
const base = { name: 'a', region: null, password: null, token: null, id: null }
const rule = block({ port: attribute('required', 'number'), id: attribute('computed') })
const list = block({}, { rule: blocks('list', rule) })
const nestedList = block({ rule: nested('optional', 'list', rule.attributes) })

interface Case {
  readonly schema: BlockSchema
  readonly prior?: unknown
  readonly config: unknown
  readonly planned: unknown
}

const allowed: Readonly<Record<string, Case>> = {
  'computed values, known or not': { schema: simple, config: base, planned: { ...base, region: 'eu', id: '?' } },
  'the prior value instead of one that means the same': {
    schema: simple,
    prior: { ...base, name: 'A', id: '1' },
    config: base,
    planned: { ...base, name: 'A', id: '1' },
  },
  'a block with computed values': {
    schema: list,
    config: { rule: [{ port: 1, id: null }] },
    planned: { rule: [{ port: 1, id: '?' }] },
  },
  'nothing for nothing': { schema: simple, prior: base, config: null, planned: null },
  'nothing of a write-only value': { schema: simple, config: { ...base, token: 't' }, planned: base },
}

const refused: Readonly<Record<string, Case & { readonly says: readonly string[] }>> = {
  'another value than the configured one': {
    schema: simple,
    config: base,
    planned: { ...base, name: 'b' },
    says: ['name: "b" is planned, which is not the configured value "a"'],
  },
  'a value for an attribute that is not computed': {
    schema: block({ size: attribute('optional', 'number') }),
    config: { size: null },
    planned: { size: 3 },
    says: ['size: 3 is planned, although it is not configured and the schema does not call it computed'],
  },
  'a sensitive value, which is not shown': {
    schema: simple,
    config: { ...base, password: 'secret' },
    planned: { ...base, password: 'hunter2' },
    says: ['password: another sensitive value is planned than the configured one'],
  },
  'a write-only value': {
    schema: simple,
    config: { ...base, token: 't' },
    planned: { ...base, token: 't' },
    says: ['token: a value is planned for a write-only attribute'],
  },
  absence: {
    schema: simple,
    config: base,
    planned: null,
    says: ['it is planned to be absent, although it is configured'],
  },
  'more blocks than are configured': {
    schema: list,
    config: { rule: [] },
    planned: { rule: [{ port: 1, id: null }] },
    says: ['rule: 1 are planned, although 0 are configured'],
  },
  'null instead of no blocks': {
    schema: list,
    config: { rule: [] },
    planned: { rule: null },
    says: ['rule: blocks are planned to be null; without blocks, there is an empty list'],
  },
  'another value in a block': {
    schema: list,
    prior: { rule: [{ port: 7, id: 'a' }] },
    config: { rule: [{ port: 1, id: null }] },
    planned: { rule: [{ port: 2, id: '?' }] },
    says: ['rule[0].port: 2 is planned, which is not the configured value 1, nor the prior value 7'],
  },
  'a nested attribute with another number of elements': {
    schema: nestedList,
    config: { rule: [{ port: 1, id: null }] },
    planned: { rule: [] },
    says: ['rule: 0 are planned, although 1 are configured'],
  },
  'an unknown nested attribute that is configured': {
    schema: nestedList,
    config: { rule: [{ port: 1, id: null }] },
    planned: { rule: '?' },
    says: ['rule: it is planned to be unknown, although it is configured'],
  },
}

function problems({ schema, prior = null, config, planned }: Case): readonly string[] {
  return planProblems(schema, { prior: cty(prior), config: cty(config), planned: cty(planned) }).map(
    ({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`),
  )
}

describe('the rules of a plan', () => {
  for (const [name, given] of Object.entries(allowed))
    test(`allow ${name}`, () => {
      assert.deepEqual(problems(given), [])
    })

  for (const [name, { says, ...given }] of Object.entries(refused))
    test(`refuse ${name}`, () => {
      assert.deepEqual(problems(given), says)
    })
})
