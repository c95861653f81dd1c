import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceOptions } from '../../language/resource-options.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import type { BlueprintDraft, ResourceDraft } from '../../testing/fake-blueprint.ts'
import { hasChanges } from '../shape/plan.ts'

function one(options: ResourceOptions, draft: ResourceDraft = {}): BlueprintDraft {
  return { resources: { db: { ...draft, options } } }
}

describe('a replacement', () => {
  test('happens for changes that require it', async () => {
    const engine = new FakeEngine()
    await engine.up(one({}, { spec: { value: 'a', tags: { x: '1' } } }))
    const { plan } = await engine.plan(one({ replaceOnChanges: ['value'] }, { spec: { value: 'b', tags: { x: '2' } } }))
    assert.deepEqual(actions(plan), ['replace db'])
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['spec.value'])
    const other = await engine.plan(
      one({ replaceOnChanges: ['tags["y"]'] }, { spec: { value: 'b', tags: { x: '1' } } }),
    )
    assert.deepEqual(actions(other.plan), ['update db'])
  })

  test('has its reasons and order recorded without a provider call', async () => {
    const engine = new FakeEngine()
    const options = { replaceOrder: 'create-first', replaceOnChanges: ['tags.*'] } as const
    await engine.up(one({}))
    engine.cloud.calls.length = 0
    const { plan } = await engine.up(one(options))
    assert.deepEqual(
      plan.steps[0]?.wish?.recorded?.map(({ path }) => path),
      ['replaceOrder', 'replaceOnChanges'],
    )
    assert.deepEqual((await engine.state())?.resources[0]?.options, options)
    assert.equal(hasChanges((await engine.plan(one(options))).plan), false)
    await engine.up(one({}))
    assert.equal((await engine.state())?.resources[0]?.options, undefined)
    assert.deepEqual(engine.cloud.calls, [])
  })

  test('follows the requested order, even if its provider prefers the other one', async () => {
    const engine = new FakeEngine()
    const decided = (value: string, options: ResourceOptions): BlueprintDraft =>
      one(options, { type: 'fake/decided', spec: { value } })
    await engine.up(one({}, { spec: { pinned: 'a' } }))
    engine.cloud.calls.length = 0
    await engine.up(one({ replaceOrder: 'destroy-first' }, { spec: { pinned: 'b' } }))
    assert.deepEqual(
      engine.cloud.calls.filter((call) => /Deploy|Destroy/.test(call)),
      ['Destroy db', 'Deploy db'],
    )
    const other = new FakeEngine()
    await other.up(decided('a', {}))
    assert.equal((await other.plan(decided('!!b', {}))).plan.steps[0]?.destroyFirst, true)
    assert.equal(
      (await other.plan(decided('!!b', { replaceOrder: 'create-first' }))).plan.steps[0]?.destroyFirst,
      undefined,
    )
  })
})
