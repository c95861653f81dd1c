import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import { PluginFailure } from '@slipway/model'
import { badInput, computed, defineProvider, defineResource, refused, transient, unexpected } from '../index.ts'
import { failureOf, trial } from '../testing.ts'

const ways = {
  refused: () => refused('no', ['spec.way: no']),
  'refused for now': () => refused('busy', [], { code: 'TRANSIENT' }),
  'refused for good': () => refused('full', [], { code: 'UNEXPECTED', cause: new Error('quota') }),
  'bad input': () => badInput('wrong'),
  transient: () => transient('busy'),
  unexpected: () => unexpected('half of it is made'),
  'an error': () => new Error('broken'),
  'a failure': () =>
    new PluginFailure('x/y', 'of its own', { pluginId: 'a/b', method: '', pluginErrorCode: 'BAD_INPUT' }),
}
type Way = keyof typeof ways

let calls = 0
const fail = (way: string): never => {
  calls++
  throw ways[way as Way]()
}

const thing = defineResource({
  type: 'test/thing',
  schema: z.object({ way: z.string(), size: z.int().optional(), id: computed(z.string()) }),
  settlement: 'ask',
  deploy: ({ spec }) => fail(spec.way),
  read: ({ spec }) => fail(spec.way),
  destroy: ({ spec }) => fail(spec.way),
})
const settings = z.object({ region: z.string() })
const provider = defineProvider({ id: 'a/test', version: '1.0.0', config: settings, resources: [thing], log() {} })
const context = { config: { region: 'eu' } }
const it = trial(provider, 'test/thing', context)
const old = { way: 'old', id: 'x' }

describe('a failed deploy', () => {
  test('has made nothing when the plugin says so, and when a create had bad input', async () => {
    const expected: Record<Way, readonly [code: string, whenCreating: boolean, whenUpdating: boolean]> = {
      refused: ['BAD_INPUT', true, true],
      'refused for now': ['TRANSIENT', true, true],
      'refused for good': ['UNEXPECTED', true, true],
      'bad input': ['BAD_INPUT', true, false],
      transient: ['TRANSIENT', false, false],
      unexpected: ['UNEXPECTED', false, false],
      'an error': ['UNEXPECTED', false, false],
      'a failure': ['BAD_INPUT', false, false],
    }
    for (const [way, [code, whenCreating, whenUpdating]] of Object.entries(expected)) {
      const [created, updated] = [await failureOf(it.create({ way })), await failureOf(it.update(old, { way }))]
      assert.deepEqual([created.pluginErrorCode, created.refused], [code, whenCreating], `creating: ${way}`)
      assert.deepEqual([updated.pluginErrorCode, updated.refused], [code, whenUpdating], `updating: ${way}`)
    }
  })

  test('has made nothing when the plugin’s own code was not called', async () => {
    const before = calls
    const failures = await Promise.all([
      failureOf(it.create({ way: 1 })),
      failureOf(it.update(old, { way: 'refused', size: 'large' })),
      failureOf(trial(provider, 'test/thing').create({ way: 'refused' })),
      failureOf(trial(provider, 'test/thing').update(old, { way: 'refused' })),
      failureOf(trial(provider, 'test/other', context).update(old, { way: 'refused' })),
    ])
    assert.deepEqual(
      failures.map((failure) => [failure.pluginErrorCode, failure.refused]),
      failures.map(() => ['BAD_INPUT', true]),
    )
    assert.equal(calls, before)
  })

  test('keeps the text for people', async () => {
    const failure = await failureOf(it.create({ way: 'refused' }))
    assert.deepEqual([failure.message, failure.reasons, failure.code], ['no', ['spec.way: no'], 'sdk/bad-input'])
    assert.deepEqual((await failureOf(it.create({ way: 'refused for good' }))).reasons, ['full'])
  })

  test('may have made something when its computed values are incomplete', async () => {
    const forgetful = defineResource({
      type: 'test/forgetful',
      schema: z.object({ id: computed(z.string()) }),
      settlement: 'ask',
      deploy: () => ({}) as { id: string },
      destroy() {},
    })
    const careless = defineProvider({ id: 'a/test', version: '1.0.0', resources: [forgetful], log() {} })
    assert.equal((await failureOf(trial(careless, 'test/forgetful').create({}))).refused, false)
  })
})

test('any call may be refused; bad input says so only for creates', async () => {
  assert.equal((await failureOf(it.destroy({ way: 'refused' }))).refused, true)
  assert.equal((await failureOf(it.destroy({ way: 'bad input' }))).refused, false)
  assert.equal((await failureOf(it.read({ way: 'bad input' }))).refused, false)
})

function blind(schema: z.ZodObject) {
  const type = { type: 'test/blind', schema, settlement: 'repeatable', deploy: () => ({}), destroy() {} } as const
  return trial(
    defineProvider({ id: 'a/test', version: '1.0.0', resources: [defineResource(type)], log() {} }),
    'test/blind',
  )
}

test('without a read, an unrecorded thing does not count as made', async () => {
  const withId = blind(z.object({ size: z.int(), id: computed(z.string()), note: computed(z.string()) }))
  assert.equal(await withId.read({ size: 1 }), undefined)
  assert.deepEqual({ ...(await withId.read({ size: 1, id: 'x' })) }, { size: 1, id: 'x' })
  assert.deepEqual({ ...(await blind(z.object({ size: z.int() })).read({ size: 1 })) }, { size: 1 })
})
