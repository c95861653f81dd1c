import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { actions, FakeEngine, site, statuses } from '../testing/fake-engine.ts'
import type { RunEvent } from './events/events.ts'

describe('an interruption', () => {
  test('lets calls in flight finish, and starts nothing more', async () => {
    const engine = new FakeEngine()
    const stop = new AbortController()
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'db' && !effect) stop.abort()
    }
    const { result } = await engine.up(site, { run: { stop: stop.signal } })
    assert.equal(result.outcome, 'cancelled')
    assert.deepEqual(await statuses(engine), { db: 'created' })
    assert.equal((await engine.state())?.instance.status, 'interrupted')
    assert.equal((await engine.state())?.intents.length, 0)
  })

  test('that is repeated abandons calls, which the next run settles', async () => {
    const engine = new FakeEngine()
    const cancel = new AbortController()
    const forever = Promise.withResolvers<void>()
    engine.cloud.interfere = async ({ method, effect }) => {
      if (method !== 'Deploy' || !effect) return
      cancel.abort()
      await forever.promise
    }
    const { result } = await engine.up(site, { run: { stop: cancel.signal, cancel: cancel.signal } })
    assert.equal(result.outcome, 'cancelled')
    assert.equal(result.failures[0]?.inDoubt, true)
    assert.deepEqual(await statuses(engine), { db: 'create-interrupted' })
    engine.cloud.interfere = () => undefined
    const next = await engine.up(site)
    assert.deepEqual(
      next.gathered.settled.map(({ name, verdict }) => `${name} ${verdict}`),
      ['db exists'],
    )
    assert.deepEqual(actions(next.plan), ['create web'])
    assert.deepEqual(engine.cloud.madeTwice, [])
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    forever.resolve()
  })

  test('that is repeated names the next step, and asks no provider that cannot answer', async () => {
    for (const [type, hint] of [
      ['fake/find', /^the next slipway up asks its provider whether it was made$/],
      ['fake/ask', /^the next slipway up asks its provider .*: slipway up --settle db=exists, or --settle db=missing$/],
      ['fake/by-id', /^look for it outside; if it is there: slipway up --settle db=exists:ID,/],
    ] as const) {
      const engine = new FakeEngine()
      const cancel = new AbortController()
      const forever = Promise.withResolvers<void>()
      engine.cloud.interfere = async ({ method }) => {
        if (method !== 'Deploy') return
        cancel.abort()
        await forever.promise
      }
      const wanted = { resources: { db: { type } } }
      const { result } = await engine.up(wanted, { run: { stop: cancel.signal, cancel: cancel.signal } })
      assert.match(result.failures[0]?.hint ?? '', hint)
      forever.resolve()
    }
  })

  test('that is repeated in the pause after a failed create leaves the create in doubt', async () => {
    const engine = new FakeEngine()
    const cancel = new AbortController()
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw fakeFailure({ pluginErrorCode: 'TRANSIENT' })
    }
    const events = ({ type }: RunEvent): void => {
      if (type === 'attempt-failed') cancel.abort()
    }
    await engine.up({ resources: { db: {} } }, { run: { stop: cancel.signal, cancel: cancel.signal, events } })
    assert.deepEqual(await statuses(engine), { db: 'create-failed' })
    assert.deepEqual(engine.cloud.names(), ['db'])
    engine.cloud.interfere = () => undefined
    const { result } = await engine.destroy()
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('in the pause before a retry keeps the last failure', async () => {
    const engine = new FakeEngine()
    const stop = new AbortController()
    engine.cloud.interfere = ({ method }) => {
      if (method !== 'Deploy') return
      stop.abort()
      throw fakeFailure({ pluginErrorCode: 'TRANSIENT' })
    }
    const { result } = await engine.up({ resources: { db: {} } }, { run: { stop: stop.signal } })
    assert.equal(result.outcome, 'cancelled')
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'GetExternalState db'])
    assert.deepEqual(await statuses(engine), { db: 'create-failed' })
  })
})
