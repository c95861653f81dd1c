import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { PropertySchema } from '@slipway/model'

import { schemaAt } from './schema-path.ts'

const port: PropertySchema = { type: 'integer' }
const dotted: PropertySchema = { type: 'string' }
const any: PropertySchema = { type: 'float' }
const schema: PropertySchema = {
  type: 'object',
  attributes: {
    port,
    spec: dotted,
    rules: { type: 'array', items: { type: 'object', attributes: { port, 'a.b': dotted } } },
    map: { type: 'map', mapValues: any },
    either: { type: 'union', oneOf: [{ type: 'string' }, { type: 'object', attributes: { port } }] },
  },
}

test('a path leads to the schema of its target', () => {
  assert.equal(schemaAt(schema, 'spec.port'), port)
  assert.equal(schemaAt(schema, 'spec.spec'), dotted)
  assert.equal(schemaAt(schema, 'spec.rules[3].port'), port)
  assert.equal(schemaAt(schema, 'spec.rules[3]["a.b"]'), dotted)
  assert.equal(schemaAt(schema, 'spec.map.whatever'), any)
  assert.equal(schemaAt(schema, 'spec.map["a.b"]'), any)
  assert.equal(schemaAt(schema, 'spec.either.port'), port)
  assert.equal(schemaAt(schema, 'spec.missing.port'), undefined)
  assert.equal(schemaAt(schema, 'spec.constructor'), undefined)
  assert.equal(schemaAt(undefined, 'spec.port'), undefined)
})
