import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import type { BlueprintDraft } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { asking } from '../../testing/fake-program.ts'
import { hasChanges, hasWork } from '../shape/plan.ts'

const db = (protect?: boolean, pinned = 'a'): BlueprintDraft => ({
  resources: { db: { spec: { pinned } } },
  ...(protect !== undefined && { protect }),
})
const destroying = { plan: { operation: 'destroy' } } as const

function isRefused(thrown: unknown): boolean {
  return (
    thrown instanceof Failure &&
    thrown.code === 'engine/protected' &&
    thrown.message.startsWith('site is protected as a whole')
  )
}

describe('an instance that is protected as a whole', () => {
  test('refuses every destroy, removal and replacement, even in the run that lifts the protection', async () => {
    const engine = new FakeEngine()
    const { plan } = await engine.up(db(true))
    assert.equal(plan.protect, true)
    await assert.rejects(engine.plan(undefined, destroying), isRefused)
    for (const draft of [
      { resources: {} },
      db(undefined, 'b'),
      db(true, 'b'),
      db(false, 'b'),
      { resources: {}, protect: false },
    ])
      await assert.rejects(engine.plan(draft), isRefused)
    assert.deepEqual(engine.cloud.names(), ['db'])
  })

  test('is protected from the first plan that says so', async () => {
    const engine = new FakeEngine()
    await engine.up(db())
    await assert.rejects(engine.plan(db(true, 'b')), isRefused)
    await engine.plan(db(undefined, 'b'))
  })

  test('stays protected until the blueprint says false, without an option of its resources', async () => {
    const engine = new FakeEngine()
    await engine.up(db(true))
    const again = await engine.plan(db())
    assert.equal(again.plan.protect, undefined)
    assert.equal(hasWork(again.plan), false)
    const { plan } = await engine.up(db(false))
    assert.deepEqual([plan.protect, hasWork(plan), hasChanges(plan)], [false, true, true])
    const state = await engine.state()
    assert.equal(state?.instance.protect, false)
    assert.equal(state?.resources[0]?.options, undefined)
    await engine.destroy()
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('may be changed in place and get new resources', async () => {
    const engine = new FakeEngine()
    await engine.up(db(true))
    await engine.up({ protect: true, resources: { db: { spec: { pinned: 'a', value: 'other' } }, web: {} } })
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
  })

  test('is protected from programs, too, and stays protected if a run fails', async () => {
    const engine = new FakeEngine()
    await engine.up(db(true))
    const replacing = await engine.program(asking([{ name: 'db', spec: { pinned: 'b' } }]))
    assert.equal(replacing.result.outcome, 'failed')
    const leaving = await engine.program(asking([{ name: 'web' }]))
    assert.match(JSON.stringify(leaving.result.failures), /protected as a whole/)
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    assert.equal((await engine.state())?.instance.protect, true)
  })
})
