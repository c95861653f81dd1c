import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { PulumiResource } from './deployment.ts'
import { readOptions, writeOptions } from './options.ts'

const bare: PulumiResource = { urn: 'urn:pulumi:dev::shop::a:b:C::x', type: 'a:b:C', custom: true }

test('a program’s options for a resource come from Pulumi, and go back', () => {
  const said = {
    customTimeouts: { create: 300, delete: 90 },
    importID: 'x-1',
    deletedWith: 'urn:pulumi:dev::shop::a:b:C::y',
    ignoreChanges: ['tags["a b"]'],
    replaceOnChanges: ['name'],
    additionalSecretOutputs: ['key'],
    replaceWith: ['urn:pulumi:dev::shop::a:b:C::z'],
    aliases: ['urn:pulumi:dev::shop::a:b:C::old'],
    hideDiff: ['length', 'rules[0]["a.b"]'],
  }
  const options = readOptions({ ...bare, ...said, protect: true, retainOnDelete: true })
  assert.ok(options !== undefined)
  assert.deepEqual([options['protect'], options['retainOnDelete']], [true, true])
  assert.deepEqual(writeOptions(valueMap([['options', options]])), said)
  assert.equal(readOptions({ ...bare, aliases: [], customTimeouts: { create: 0 }, hideDiff: null }), undefined)
  assert.deepEqual(writeOptions(valueMap()), {})
})

test('paths with hidden diffs are read as steps, too, as earlier versions wrote them', () => {
  const options = readOptions({ ...bare, hideDiff: [['rules', 0, 'a.b'], ['length']] })
  assert.ok(options !== undefined)
  assert.deepEqual(writeOptions(valueMap([['options', options]])), { hideDiff: ['rules[0]["a.b"]', 'length'] })
})
