import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attribute, block, blocks, nested, typeSchema } from '../testing/schemas.ts'
import { resourceTypeOf } from './definition.ts'

const number = {
  type: 'union',
  oneOf: [{ type: 'float' }, { type: 'string', pattern: String.raw`^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$` }],
}

describe('a type of a Terraform provider, as blueprints see it', () => {
  const type = typeSchema(
    'fake_all',
    block(
      {
        name: attribute('required'),
        size: attribute('optional computed', 'number'),
        old: attribute('optional deprecated sensitive', 'bool'),
        tags: attribute('optional', { kind: 'map', element: 'string' }),
        ports: attribute('optional', { kind: 'set', element: 'number' }),
        pair: attribute('optional', { kind: 'tuple', elements: ['string', 'bool'] }),
        any: attribute('optional', 'dynamic'),
        disk: nested('optional', 'list', { id: attribute('computed'), gb: attribute('required', 'number') }),
        one: nested('required', 'single', { id: attribute('computed') }),
        keyed: nested('optional', 'map', { id: attribute('optional') }),
      },
      {
        rule: blocks('set', block({ port: attribute('required', 'number') }), { minItems: 1, maxItems: 2 }),
        timeouts: blocks('single', block({ create: attribute('optional') })),
        labelled: blocks('map', block({ x: attribute('optional') })),
      },
    ),
    3,
  )
  const { schema, schemaVersion } = resourceTypeOf('k/fake_all', type, undefined)
  const of = (name: string) => JSON.parse(JSON.stringify(schema.attributes?.[name])) as unknown

  test('counts its versions from one', () => {
    assert.equal(schemaVersion, 4)
  })

  test('requires what its provider requires, blocks too', () => {
    assert.deepEqual(schema.required, ['name', 'one', 'rule'])
  })

  test('has attributes of all types', () => {
    assert.deepEqual(of('name'), { type: 'string' })
    assert.deepEqual(of('size'), { ...number, computedWhenOmitted: true, nullable: true })
    assert.deepEqual(of('old'), { type: 'boolean', deprecated: 'use another', nullable: true, sensitive: true })
    assert.deepEqual(of('tags'), { type: 'map', mapValues: { type: 'string' }, nullable: true })
    assert.deepEqual(of('ports'), { type: 'array', items: number, isSet: true, nullable: true })
    assert.deepEqual(of('pair'), { type: 'array', nullable: true })
    assert.deepEqual(of('any'), { type: 'union', nullable: true })
  })

  test('has nested attributes and blocks, with what is computed in them', () => {
    const computed = { type: 'string', computed: true, nullable: true }
    assert.deepEqual(of('disk'), {
      type: 'array',
      items: { type: 'object', attributes: { id: computed, gb: number }, required: ['gb'] },
      nullable: true,
    })
    assert.deepEqual(of('one'), { type: 'object', attributes: { id: computed }, required: [] })
    assert.deepEqual(of('rule'), {
      type: 'array',
      items: { type: 'object', attributes: { port: number }, required: ['port'] },
      isSet: true,
      nullable: true,
      minLength: 1,
      maxLength: 2,
    })
    assert.deepEqual(of('timeouts'), {
      type: 'object',
      attributes: { create: { type: 'string', nullable: true } },
      required: [],
      nullable: true,
    })
  })
})
