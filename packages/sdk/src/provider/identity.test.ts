import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import { computed, computedWhenOmitted, defineProvider, defineResource, secret, type IdentityRule } from '../index.ts'

const schema = z.object({
  path: z.string(),
  database: z.object({ name: z.string().optional(), key: secret(z.string()) }).optional(),
  port: z.int().default(80),
  kind: z.enum(['a', 'b']).nullable(),
  tags: z.array(z.string()),
  id: computed(z.string()),
  zone: computedWhenOmitted(z.string()),
})

function typeWith(identity: IdentityRule | undefined, settlesWithinMs?: number, name = 'thing') {
  return defineResource({
    type: `test/${name}`,
    schema,
    settlement: 'ask',
    ...(identity !== undefined && { identity }),
    ...(settlesWithinMs !== undefined && { settlesWithinMs, read: () => undefined }),
    deploy: () => ({ id: '' }),
    destroy() {},
  })
}

const provider = (...resources: ReturnType<typeof typeWith>[]) =>
  defineProvider({ id: 'a/test', version: '1.0.0', resources, log() {} })

describe('the identity of a thing', () => {
  test('reaches the engine as it was defined, or not at all', async () => {
    const identity = { fields: ['path', 'database.name', 'port', 'kind', 'zone'], scope: 'place' }
    const { resourceTypes } = await provider(typeWith(identity, 0), typeWith(undefined, undefined, 'other')).define({
      resourceTypes: ['test/thing', 'test/other'],
      dataSourceTypes: [],
      functions: [],
    })
    const [thing, other] = [resourceTypes['test/thing'], resourceTypes['test/other']]
    assert.deepEqual([thing?.identity, thing?.settlesWithinMs], [identity, 0])
    assert.equal(other !== undefined && ('identity' in other || 'settlesWithinMs' in other), false)
  })

  test('with a mistake is refused when the type is defined, with the reason and a hint', () => {
    for (const [fields, message] of [
      [[], 'the identity of test/thing names no field'],
      [['paths'], 'the identity of test/thing names "paths", which its schema does not have'],
      [
        ['tags'],
        'the identity of test/thing names "tags", which is of type array: only scalars can identify a resource',
      ],
      [['database.key'], 'the identity of test/thing names "database.key", which is a secret'],
      [
        ['path', 'id'],
        'the identity of test/thing names "id", which is computed: it is not known before the resource is created',
      ],
    ] as const)
      assert.throws(() => typeWith({ fields }), { code: 'sdk/bad-identity', message, hint: /name properties/ })
    assert.throws(() => typeWith({ fields: ['path'], scope: '' }), { code: 'sdk/bad-identity' })
  })

  test('has the same number of fields in all types of a scope', () => {
    const one = typeWith({ fields: ['path'], scope: 'place' })
    const two = typeWith({ fields: ['path', 'port'], scope: 'place' }, 0, 'other')
    assert.throws(() => provider(one, two), {
      code: 'sdk/bad-identity',
      message: 'test/thing and test/other share the identity scope "place", but name 1 and 2 fields',
    })
    provider(one, typeWith({ fields: ['kind'], scope: 'place' }, 0, 'other'))
    provider(one, typeWith({ fields: ['path', 'port'], scope: 'elsewhere' }, 0, 'other'))
  })
})

test('with an invalid time, or one too long to wait for, is refused when the type is defined', () => {
  for (const wrong of [-1, 0.5, Number.NaN, 2 ** 31])
    assert.throws(() => typeWith(undefined, wrong), {
      code: 'sdk/bad-settling-time',
      message: `the settlesWithinMs of test/thing is ${wrong}`,
    })
  const blind = { type: 'test/thing', schema, settlement: 'ask', settlesWithinMs: 5 } as const
  assert.throws(() => defineResource({ ...blind, deploy: () => ({ id: '' }), destroy() {} }), {
    message: 'test/thing has settlesWithinMs, but no read to look with',
  })
})
