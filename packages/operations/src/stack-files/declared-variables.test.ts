import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import { DeclaredVariables } from './declared-variables.ts'
import type { StandardSchema } from './standard-schema.ts'
import type { Tree } from './value-tree.ts'

/** The complaint of a variable `v` about a text and what it spells. */
async function complaint(schema: StandardSchema, ...values: readonly Tree[]): Promise<string | undefined> {
  const { v } = await new DeclaredVariables({ v: schema }).check({ v: { values } })
  return v?.problem
}

describe('the complaint about a text for a variable', () => {
  test('that spells another value, which does not fit either, is about that value', async () => {
    assert.equal(await complaint(z.number().int().max(65535), '70000', 70000), 'Too big: expected number to be <=65535')
    assert.equal(
      await complaint(z.array(z.string()), '[a, 1]', ['a', 1]),
      'v.1: Invalid input: expected string, received number',
    )
    assert.equal(
      await complaint(z.object({ b: z.object({ c: z.string() }) }), '{b: {c: 2}}', { b: { c: 2 } }),
      'v.b.c: Invalid input: expected string, received number',
    )
  })

  test('is about the text if the schema takes only texts', async () => {
    const tooShort = 'Too small: expected string to have >=5 characters'
    assert.equal(await complaint(z.string().min(5), '12', 12), tooShort)
    assert.equal(await complaint(z.string().min(5).nullable(), '12', 12), tooShort)
    assert.equal(
      await complaint(z.string().min(5).or(z.number().max(9)), '12', 12),
      'Too big: expected number to be <=9',
    )
    assert.equal(await complaint(z.iso.date(), '2024', 2024), 'Invalid ISO date')
  })

  test('that spells no other value, or another text, is about the text', async () => {
    const noNumber = 'Invalid input: expected number, received string'
    assert.equal(await complaint(z.number(), 'many'), noNumber)
    assert.equal(await complaint(z.number(), '"many"', 'many'), noNumber)
  })

  test('of a library without JSON Schema is about the value that it spells', async () => {
    const even: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'x',
        validate: (value) => ({ issues: [{ message: typeof value === 'number' ? 'not even' : 'no number' }] }),
      },
    }
    assert.equal(await complaint(even, '3', 3), 'not even')
    assert.equal(await complaint(even, 'three'), 'no number')
  })
})

test('a text that fits as it stands, or as the value that it spells, has no complaint', async () => {
  const variables = new DeclaredVariables({ port: z.number(), name: z.string() })
  const tried = { values: ['8080', 8080] }
  assert.deepEqual(await variables.check({ port: tried, name: tried }), {
    port: { value: 8080 },
    name: { value: '8080' },
  })
  assert.deepEqual(variables.values, { port: 8080, name: '8080' })
})
