import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import { hasChanges } from '../../plan/shape/plan.ts'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

/** A blueprint in which the pin of `page` is known only once `one` has been changed. */
function draft(value: string, options: object = {}): BlueprintDraft {
  return { resources: { one: { spec: { value } }, page: { spec: { pinned: ref('one.spec.echo') }, options } } }
}

/** An engine with two generations of `page`: the second one exists, but never became stable. */
async function halfReplaced(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft('a'))
  engine.cloud.interfere = ({ method, name }) => {
    if (method === 'HasStabilised' && name === 'page') throw fakeFailure({})
  }
  assert.equal((await engine.up(draft('b'))).result.outcome, 'failed')
  engine.cloud.interfere = () => undefined
  assert.deepEqual(engine.cloud.names(), ['one', 'page', 'page'])
  engine.cloud.calls.length = 0
  return engine
}

describe('an older generation that turns out to be the wanted resource during a run', () => {
  for (const [order, options] of Object.entries({ first: { replaceOrder: 'destroy-first' }, last: {} }))
    test(`is the resource again, and nothing is created (the old one would be destroyed ${order})`, async () => {
      const engine = await halfReplaced()
      const { plan, result, events } = await engine.up(draft('a', options))
      assert.deepEqual(actions(plan), ['update one', 'replace page', 'delete page id000004 (old)'])
      assert.equal(result.outcome, 'succeeded')
      assert.deepEqual(engine.cloud.calls, ['Deploy one', 'HasStabilised one', 'Destroy page'])
      const [page] = engine.cloud.named('page')
      assert.equal(page?.spec['pinned'], 'echo of a')
      assert.deepEqual(
        events.flatMap((event) => (event.type === 'step-dropped' ? [`${event.action}: ${event.because}`] : [])),
        ['delete: it turned out to be a wanted resource'],
      )
      assert.equal(result.counts['delete'], 1)
      assert.equal(hasChanges((await engine.plan(draft('a', options))).plan), false)
    })

  test('keeps the resources that its plugin created for it', async () => {
    const engine = await halfReplaced()
    const page = (await engine.state())?.resources.find(({ replaced }) => replaced)
    assert.ok(page)
    const madeFor = { pluginId: 'test/fake', id: page.id }
    const part = { ...page, id: 'part', name: 'page:part', spec: valueMap([['id', 'part']]), replaced: false, madeFor }
    await engine.store.commit(await engine.lease(), [{ kind: 'resource', resource: part }])
    const { plan, result, events } = await engine.up(draft('a'))
    assert.ok(actions(plan).some((action) => action.startsWith('delete page:part')))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'step-dropped' ? [`${event.name}: ${event.because}`] : [])),
      ['page: it turned out to be a wanted resource', 'page:part: the resource that it was made for stays'],
    )
    assert.equal(hasChanges((await engine.plan(draft('a'))).plan), false)
  })

  test('is removed as planned if it is not the wanted one in the end', async () => {
    const engine = await halfReplaced()
    const { result } = await engine.up(draft('c'))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      engine.cloud.named('page').map(({ spec }) => spec['pinned']),
      ['echo of c'],
    )
  })

  test('is removed if a replacement was requested', async () => {
    const engine = await halfReplaced()
    await engine.up(draft('a'), { plan: { replace: ['page'] } })
    assert.equal(engine.cloud.calls.filter((call) => call === 'Deploy page').length, 1)
    assert.deepEqual(engine.cloud.names(), ['one', 'page'])
  })
})
