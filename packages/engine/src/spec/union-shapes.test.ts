import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PropertySchema, type Value, valueMap } from '@slipway/model'
import { Budget } from '../language/budget.ts'
import { conform } from './conform.ts'

const shape = (kind: string, other: string): PropertySchema => ({
  type: 'object',
  required: ['kind', other],
  attributes: { kind: { type: 'string', allowedValues: [kind] }, [other]: { type: 'integer' } },
})
const oneOf: PropertySchema = { type: 'union', oneOf: [shape('http', 'port'), shape('file', 'size')] }

function wrongWith(given: Readonly<Record<string, Value>>): string[] {
  const said: string[] = []
  conform(oneOf, valueMap(Object.entries(given)), {
    budget: new Budget(),
    subject: 'the check',
    report: ({ message, hint }) => said.push([message, ...(hint === undefined ? [] : [hint])].join('; ')),
  })
  return said
}

test('a wrong value of a union is reported against the intended shape', () => {
  assert.deepEqual(wrongWith({ kind: 'http', port: 1 }), [])
  assert.deepEqual(wrongWith({ kind: 'file' }), ['the check needs "size"'])
  assert.deepEqual(wrongWith({ kind: 'http', port: 'x' }), [
    '"port" must be an integer, but is the string "x"; write a whole number without quotes, such as 8',
  ])
})

test('a wrong value of a union is reported with all shapes if none is intended', () => {
  const hint = 'write { kind: "http", port: … } or { kind: "file", size: … }'
  assert.deepEqual(wrongWith({ kind: 'udp' }), [`the check has none of the allowed shapes; ${hint}`])
})
