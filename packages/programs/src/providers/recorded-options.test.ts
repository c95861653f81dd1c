import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { optionsRecorded, optionsToWire, recordedWish } from './recorded-options.ts'
import { noWish } from './resource-wish.ts'

const nothingSaid = {
  wish: noWish,
  isProtected: false,
  isKept: false,
  deletedWith: undefined,
  replaceWith: [],
  formerUrns: [],
}

test('a program’s options are recorded, count while no program runs, and are passed to hooks', () => {
  assert.equal(optionsRecorded(nothingSaid), undefined)
  const wish = {
    ...noWish,
    ignoreChanges: ['a'],
    replaceOnChanges: ['b'],
    deleteBeforeReplace: false,
    additionalSecretOutputs: ['key'],
    timeouts: { delete: 90 },
  }
  const options = optionsRecorded({ ...nothingSaid, wish, isProtected: true, formerUrns: ['urn:old'] })
  assert.ok(options !== undefined)
  const spec = valueMap([
    ['options', options],
    ['dependencies', ['urn:a']],
    ['parent', 'urn:stack'],
    ['provider', 'urn:p::1'],
    ['hooks', valueMap([['before_create', ['ask']]])],
  ])
  assert.deepEqual(recordedWish(spec), wish)
  const read = valueMap([
    ['external', true],
    ['id', 'b-1'],
  ])
  assert.deepEqual(recordedWish(read), { ...noWish, readId: 'b-1' })
  assert.deepEqual(optionsToWire(spec), {
    dependsOn: ['urn:a'],
    protect: true,
    retainOnDelete: false,
    ignoreChanges: ['a'],
    replaceOnChanges: ['b'],
    additionalSecretOutputs: ['key'],
    replaceWith: [],
    hideDiff: [],
    aliases: [{ urn: 'urn:old' }],
    provider: 'urn:p::1',
    parent: 'urn:stack',
    customTimeouts: { delete: '1m30s' },
    hooks: { beforeCreate: ['ask'] },
  })
})
