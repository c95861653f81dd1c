import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PropertySchema, type ResourceTypeDefinition, secret } from '@slipway/model'
import { needsKey } from './needs-key.ts'
import type { PlanStep } from './plan.ts'

const password: PropertySchema = { type: 'string', computed: true, sensitive: true }
const plain: PropertySchema = { type: 'object', attributes: { text: { type: 'string' } } }
const given: PropertySchema = { type: 'object', attributes: { text: { type: 'string', sensitive: true } } }
const deep: PropertySchema = {
  type: 'object',
  attributes: { users: { type: 'array', items: { type: 'map', mapValues: { type: 'string', oneOf: [password] } } } },
}

function meets(schema: PropertySchema, action: PlanStep['action'], spec: object = {}): boolean {
  const step = {
    key: 'a',
    name: 'a',
    type: 'fake/a',
    action,
    wish: { spec },
    changes: [],
    replaceBecause: [],
    after: [],
  }
  const definition = { type: 'fake/a', schema } as ResourceTypeDefinition
  return needsKey({ steps: [step as object as PlanStep] }, { type: () => definition })
}

test('a plan needs a key if a resource has or computes a secret at any depth', () => {
  assert.equal(meets(plain, 'create', { text: 'word' }), false)
  assert.equal(meets(plain, 'create', { text: secret('word') }), true)
  assert.equal(meets(given, 'create'), false)
  assert.equal(meets(deep, 'update'), true)
  assert.equal(meets(deep, 'none'), false)
  assert.equal(meets(deep, 'delete'), false)
})
