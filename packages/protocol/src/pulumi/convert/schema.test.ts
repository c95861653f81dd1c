import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf, type PackageSchema, resourceTypeNames, resourceTypeOf } from './schema.ts'

const schema: PackageSchema = {
  config: {
    variables: {
      region: { type: 'string' },
      token: { type: 'string', secret: true },
      tags: { type: 'object', secret: true },
    },
    required: ['token'],
  },
  resources: {
    'zoo:index:Animal': {
      description: 'Lives here.',
      inputProperties: {
        kind: { type: 'string', replaceOnChanges: true },
        name: { type: 'string' },
        parent: { $ref: '#/types/zoo:index:Relative' },
        food: { type: 'array', items: { type: 'string' } },
        weights: { type: 'object', additionalProperties: { type: 'number' } },
        photo: { $ref: 'pulumi.json#/Asset' },
        size: { $ref: '#/types/zoo:index:Size' },
      },
      requiredInputs: ['kind'],
      properties: { kind: { type: 'string' }, name: { type: 'string' }, cage: { type: 'integer' } },
    },
    'zoo:index:House': { isComponent: true },
  },
  types: {
    'zoo:index:Relative': {
      type: 'object',
      properties: { name: { type: 'string' }, of: { $ref: '#/types/zoo:index:Relative' } },
      required: ['name'],
    },
    'zoo:index:Size': { type: 'string' },
  },
}

test('a resource is its inputs, and its further outputs', () => {
  const type = resourceTypeOf(schema, 'zoo:index:Animal')
  assert.deepEqual([type?.idField, type?.settlement, type?.description], ['id', 'ask', 'Lives here.'])
  assert.deepEqual(type?.schema.required, ['kind'])
  assert.deepEqual(
    { ...type?.schema.attributes },
    {
      kind: { type: 'string', mustRecreate: true },
      name: { type: 'string', computedWhenOmitted: true, nullable: true },
      parent: {
        type: 'object',
        attributes: { name: { type: 'string' }, of: { type: 'union' } },
        required: ['name'],
        nullable: true,
      },
      food: { type: 'array', items: { type: 'string' }, nullable: true },
      weights: { type: 'map', mapValues: { type: 'float' }, nullable: true },
      photo: { type: 'union', nullable: true },
      size: { type: 'string', nullable: true },
      cage: { type: 'integer', computed: true, nullable: true },
      id: { type: 'string', computed: true },
      __initErrors: { type: 'array', items: { type: 'string' }, computed: true, nullable: true },
      __refreshBeforeUpdate: { type: 'boolean', computed: true, nullable: true },
      __views: { type: 'array', items: { type: 'union' }, computed: true, nullable: true },
      __pulumi: {
        type: 'union',
        computed: true,
        nullable: true,
        attributes: { inputs: { type: 'union', attributes: {} }, outputs: { type: 'union', attributes: {} } },
        mapValues: { type: 'union', sensitive: true },
      },
    },
  )
})

test('values kept beside a resource are as secret as its properties, at any depth', () => {
  const user = { properties: { name: { type: 'string' }, token: { type: 'string', secret: true } } }
  const resource = {
    inputProperties: { password: { type: 'string', secret: true }, name: { type: 'string' } },
    properties: { users: { type: 'array', items: { $ref: '#/types/zoo:index:User' } } },
  }
  const type = resourceTypeOf({ types: { 'zoo:index:User': user }, resources: { a: resource } }, 'a')
  const { inputs, outputs } = type?.schema.attributes?.['__pulumi']?.attributes ?? {}
  const hidden = { type: 'union', sensitive: true }
  assert.deepEqual(outputs, inputs)
  assert.deepEqual(Object.keys(outputs?.attributes ?? {}).toSorted(), ['password', 'users'])
  assert.deepEqual(outputs?.attributes?.['password'], hidden)
  assert.deepEqual(outputs?.attributes?.['users']?.items?.attributes, { token: hidden })
})

test('components are composed, and have no id; names such as constructor are not types', () => {
  assert.deepEqual(resourceTypeNames(schema), ['zoo:index:Animal', 'zoo:index:House'])
  const house = resourceTypeOf(schema, 'zoo:index:House')
  assert.equal(house?.isComposed, true)
  assert.equal(house?.schema.attributes?.['id'], undefined)
  assert.equal(resourceTypeOf(schema, 'zoo:index:Animal')?.isComposed, undefined)
  for (const token of ['zoo:index:Plant', 'constructor']) assert.equal(resourceTypeOf(schema, token), undefined)
  assert.deepEqual(resourceTypeNames({}), [])
})

test('settings are the variables; lists and objects are text in JSON, which may be secret', () => {
  const { fields, allowAdditionalFields } = configOf(schema)
  assert.deepEqual(
    { ...fields },
    {
      region: { type: 'string', required: false, secret: false },
      token: { type: 'string', required: true, secret: true },
      tags: { type: 'string', required: false, secret: true },
    },
  )
  assert.equal(allowAdditionalFields, true)
})
