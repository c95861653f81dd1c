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
  test('loses nothing: not by a destroy, a removal or a replacement, and not in the run that lifts it', async () => {
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

  test('is protected from the plan on that says so first', async () => {
    const engine = new FakeEngine()
    await engine.up(db())
    await assert.rejects(engine.plan(db(true, 'b')), isRefused)
    await engine.plan(db(undefined, 'b'))
  })

  test('stays so until the blueprint says false; the resources have no option of it', async () => {
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

  test('is changed in place, and gets new resources', async () => {
    const engine = new FakeEngine()
    await engine.up(db(true))
    await engine.up({ protect: true, resources: { db: { spec: { pinned: 'a', value: 'other' } }, web: {} } })
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
  })

  test('loses nothing to a program either, and goes on to be protected where its run failed', async () => {
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
