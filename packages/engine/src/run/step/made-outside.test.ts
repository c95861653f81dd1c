import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { BlueprintDraft } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

const page: BlueprintDraft = { resources: { page: { spec: { value: 'welcome' } } } }
const refreshed = { gather: { refresh: true } }

/** An engine with a page. The page's plugin has made a rule for it through the gateway, and somebody has removed the rule since. */
async function ruleRemoved(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(page)
  const [made] = (await engine.state())?.resources ?? []
  assert.ok(made)
  const madeFor = { pluginId: 'test/fake', id: made.id }
  const rule = { ...made, id: 'rule-1', name: 'page:rule', spec: valueMap([['id', 'rule-1']]), madeFor }
  await engine.store.commit(await engine.lease(), [{ kind: 'resource', resource: rule }])
  return engine
}

test('a vanished resource that a plugin created is forgotten before its owner is deployed again', async () => {
  const engine = await ruleRemoved()
  assert.deepEqual(actions((await engine.plan(page)).plan), [])
  const { plan, result } = await engine.up(page, refreshed)
  assert.deepEqual(
    plan.steps.map(({ key, action, reason, after }) => [key, action, reason, after]),
    [
      ['page', 'update', 'page:rule is missing outside', ['page:rule']],
      ['page:rule', 'forget', 'missing outside', []],
    ],
  )
  assert.equal(result.outcome, 'succeeded')
  assert.equal(engine.cloud.calls.filter((call) => call === 'Deploy page').length, 2)
  assert.deepEqual(
    (await engine.state())?.resources.map(({ name, status }) => `${name} ${status}`),
    ['page updated'],
  )
  assert.deepEqual(actions((await engine.plan(page, refreshed)).plan), [])
})

test('a refresh marks the owner of a vanished resource, and the next up deploys the owner again', async () => {
  const engine = await ruleRemoved()
  const { plan } = await engine.up(undefined, { plan: { operation: 'refresh', targets: ['page:rule'] } })
  assert.deepEqual(
    plan.steps.map(({ name, action, reason }) => [name, action, reason]),
    [
      ['page', 'update', 'page:rule is missing outside'],
      ['page:rule', 'forget', 'missing outside'],
    ],
  )
  const [made] = (await engine.state())?.resources ?? []
  assert.deepEqual([made?.status, made?.failureReasons], ['update-failed', ['page:rule is missing outside']])
  const { result } = await engine.up(page)
  assert.equal(result.outcome, 'succeeded')
  assert.equal(engine.cloud.calls.filter((call) => call === 'Deploy page').length, 2)
  assert.deepEqual(actions((await engine.plan(page)).plan), [])
})

test('a second refresh reports nothing about an owner that awaits its deploy', async () => {
  const engine = await ruleRemoved()
  await engine.up(undefined, { plan: { operation: 'refresh', targets: ['page'] } })
  const [made] = (await engine.state())?.resources ?? []
  assert.ok(made)
  const madeFor = { pluginId: 'test/fake', id: made.id }
  const rule = { ...made, status: 'created', id: 'rule-2', name: 'page:other', spec: valueMap(), madeFor } as const
  await engine.store.commit(await engine.lease(), [{ kind: 'resource', resource: rule }])
  const { plan } = await engine.plan(undefined, { plan: { operation: 'refresh' } })
  assert.deepEqual(actions(plan), ['forget page:other'])
})

test('a resource of the blueprint is deployed again for a vanished resource that was created indirectly', async () => {
  const engine = await ruleRemoved()
  const rule = (await engine.state())?.resources.find(({ name }) => name === 'page:rule')
  assert.ok(rule)
  const madeFor = { pluginId: 'test/fake', id: rule.id }
  const inner = { ...rule, id: 'inner-1', name: 'page:inner', spec: valueMap(), madeFor }
  await engine.store.commit(await engine.lease(), [{ kind: 'resource', resource: inner }])
  await engine.up(undefined, { plan: { operation: 'destroy', targets: ['page:inner'] } })
  const [made] = (await engine.state())?.resources ?? []
  assert.deepEqual([made?.name, made?.failureReasons], ['page', ['page:inner was destroyed without it']])
})

test('an owner that has vanished itself is created again', async () => {
  const engine = await ruleRemoved()
  engine.cloud.things.clear()
  const { plan, result } = await engine.up(page, refreshed)
  assert.deepEqual(actions(plan), ['create page', 'forget page:rule'])
  assert.equal(result.outcome, 'succeeded')
})

test('a resource destroyed without its owner is created again by the next up', async () => {
  const engine = await ruleRemoved()
  const { result } = await engine.up(undefined, { plan: { operation: 'destroy', targets: ['page:rule'] } })
  assert.equal(result.outcome, 'succeeded')
  const [made] = (await engine.state())?.resources ?? []
  assert.deepEqual([made?.status, made?.failureReasons], ['update-failed', ['page:rule was destroyed without it']])
  await engine.up(page)
  assert.equal(engine.cloud.calls.filter((call) => call === 'Deploy page').length, 2)
  assert.deepEqual(actions((await engine.plan(page)).plan), [])
})
