import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { fieldsOf, fields, type Part } from './fields.ts'

/** A blueprint with the key `zzz` in one of its parts. */
const strange: Readonly<Record<Part, string>> = {
  blueprint: 'zzz: 1',
  variable: 'variables: { a: { type: string, zzz: 1 } }',
  variableShape: 'variables: { a: { type: array, items: { type: string, zzz: 1 } } }',
  value: 'values: { a: { type: string, value: x, zzz: 1 } }',
  include: 'include: { a: { path: x, zzz: 1 } }',
  dataSource: 'datasources: { a: { type: x/y, zzz: 1 } }',
  filter: 'datasources: { a: { type: x/y, filter: { zzz: 1 } } }',
  dataSourceExport: 'datasources: { a: { type: x/y, exports: { b: { type: string, zzz: 1 } } } }',
  resource: 'resources: { a: { type: x/y, zzz: 1 } }',
  resourceMetadata: 'resources: { a: { type: x/y, metadata: { zzz: 1 } } }',
  slipway: 'metadata: { slipway: { zzz: 1 } }',
  resourceOptions: 'resources: { a: { type: x/y, metadata: { custom: { slipway: { zzz: 1 } } } } }',
  dataSourceOptions: 'datasources: { a: { type: x/y, options: { zzz: 1 } } }',
  dataSourceMetadata: 'datasources: { a: { type: x/y, metadata: { zzz: 1 } } }',
  export: 'exports: { a: { type: string, field: a.spec.b, zzz: 1 } }',
}

test('the fields are those that the reader of blueprints accepts', () => {
  for (const part of Object.keys(fields) as Part[]) {
    const { diagnostics } = readBlueprint('x.yaml', `version: 2025-11-02\n${strange[part]}\n`)
    const hint = diagnostics.find(({ message }) => message.includes('"zzz"'))?.hint ?? ''
    assert.deepEqual(hint.replace('there are: ', '').split(', ').sort(), Object.keys(fieldsOf(part)).sort(), part)
  }
})
