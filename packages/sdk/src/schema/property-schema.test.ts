import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import * as mini from 'zod/mini'
import {
  computed,
  computedWhenOmitted,
  ignoringDrift,
  linking,
  replacing,
  secret,
  sortedBy,
  trackingDrift,
} from './markers.ts'
import { propertySchema } from './property-schema.ts'

const convert = (schema: z.core.$ZodType) => propertySchema(schema, 'spec')

describe('propertySchema', () => {
  test('converts every type of property', () => {
    assert.deepEqual(convert(z.string()), { type: 'string' })
    assert.deepEqual(convert(z.int()), { type: 'integer' })
    assert.deepEqual(convert(z.number().int()), { type: 'integer' })
    assert.deepEqual(convert(z.bigint()), { type: 'integer' })
    assert.deepEqual(convert(z.number()), { type: 'float' })
    assert.deepEqual(convert(z.boolean()), { type: 'boolean' })
    assert.deepEqual(convert(z.array(z.string())), { type: 'array', items: { type: 'string' } })
    assert.deepEqual(convert(z.record(z.string(), z.int())), { type: 'map', mapValues: { type: 'integer' } })
    assert.deepEqual(convert(z.union([z.string(), z.array(z.string())])), {
      type: 'union',
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    })
    assert.deepEqual(convert(z.object({ a: z.string(), b: z.string().optional(), c: z.int().default(3) })), {
      type: 'object',
      required: ['a'],
      attributes: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'integer', default: 3 } },
    })
  })

  test('an arbitrary value is a union without alternatives', () => {
    const { attributes, required } = convert(z.object({ a: z.unknown(), b: z.any().optional() }))
    assert.deepEqual([attributes, required], [{ a: { type: 'union' }, b: { type: 'union' } }, ['a']])
  })

  test('passes on limits that the engine can check', () => {
    assert.deepEqual(convert(z.string().min(1).max(9).regex(/^a+$/)), {
      type: 'string',
      minLength: 1,
      maxLength: 9,
      pattern: '^a+$',
    })
    assert.deepEqual(convert(z.int().gt(0).lt(10)), { type: 'integer', minimum: 1, maximum: 9 })
    assert.deepEqual(convert(z.number().gt(0).max(1.5)), { type: 'float', maximum: 1.5 })
    assert.deepEqual(convert(z.number().min(2).int()), { type: 'integer', minimum: 2 })
    assert.deepEqual(convert(z.array(z.int()).min(1).max(3)), {
      type: 'array',
      items: { type: 'integer' },
      minLength: 1,
      maxLength: 3,
    })
    assert.equal(typeof convert(z.email()).pattern, 'string')
    assert.equal(convert(z.string().regex(/a/i)).pattern, undefined)
  })

  test('fixed values are allowed values, null among them makes nullable', () => {
    assert.deepEqual(convert(z.enum(['a', 'b'])), { type: 'string', allowedValues: ['a', 'b'] })
    assert.deepEqual(convert(z.literal(3)), { type: 'integer', allowedValues: [3] })
    assert.deepEqual(convert(z.union([z.literal('a'), z.literal('b'), z.null()])), {
      type: 'string',
      allowedValues: ['a', 'b'],
      nullable: true,
    })
    assert.deepEqual(convert(z.union([z.object({}), z.null()])), {
      type: 'object',
      attributes: {},
      required: [],
      nullable: true,
    })
  })

  test('reads markers, descriptions and examples from any layer', () => {
    const schema = replacing(
      z
        .string()
        .describe('where')
        .meta({ title: 'Path', examples: ['a'] }),
    )
      .nullable()
      .optional()
    assert.deepEqual(convert(schema), {
      type: 'string',
      nullable: true,
      mustRecreate: true,
      description: 'where',
      label: 'Path',
      examples: ['a'],
    })
    assert.deepEqual(convert(secret(computed(z.string()))), { type: 'string', computed: true, sensitive: true })
    assert.deepEqual(convert(computedWhenOmitted(ignoringDrift(z.string()))), {
      type: 'string',
      computedWhenOmitted: true,
      ignoreDrift: true,
    })
    assert.equal(convert(trackingDrift(computed(z.string()))).trackDrift, true)
    assert.equal(convert(linking(z.string())).activatesLinkOnReference, true)
    assert.equal(convert(sortedBy('name', z.array(z.object({ name: z.string() })))).sortArrayByField, 'name')
  })

  test('a marker marks a copy', () => {
    const port = z.int()
    assert.deepEqual(convert(computed(port)), { type: 'integer', computed: true })
    assert.deepEqual(convert(port), { type: 'integer' })
  })

  test('marked properties are not required', () => {
    const schema = z.object({ id: computed(z.string()), name: computedWhenOmitted(z.string()) })
    assert.deepEqual(convert(schema).required, [])
  })

  test('reads zod/mini as well', () => {
    assert.deepEqual(convert(mini.optional(mini.string().check(mini.minLength(2)))), { type: 'string', minLength: 2 })
  })

  test('names the place of a type that a blueprint cannot write', () => {
    const nested = z.object({ a: z.array(z.object({ when: z.date() })) })
    assert.throws(() => convert(nested), { code: 'sdk/unsupported-schema', message: /^spec\.a\[\]\.when is z\.date/ })
    const tree: z.ZodType = z.object({
      get child() {
        return tree.optional()
      },
    })
    assert.throws(() => convert(tree), { code: 'sdk/unsupported-schema', message: /contains itself/ })
    assert.throws(() => convert(z.literal(['a', 1])), { code: 'sdk/unsupported-schema' })
  })
})
