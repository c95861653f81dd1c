import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlueprintDraft } from '../../testing/fake-blueprint.ts'
import { ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

/** A blueprint with a type of which all things with the same `value` are one thing. The app reads that thing. */
const pinnedTo = (pinned: string): BlueprintDraft => ({
  resources: {
    db: { type: 'fake/by-value', spec: { value: 'one', pinned } },
    app: { spec: { value: ref('db.spec.pinned') } },
  },
})

/** An engine whose service has one thing for each value. The thing is always as it was last asked for. */
function withOneThing(): FakeEngine {
  const engine = new FakeEngine()
  const provider = engine.cloud.provider.bind(engine.cloud)
  engine.cloud.provider = () => ({
    ...provider(),
    externalState: ({ spec: { value = null } }) =>
      Promise.resolve([...engine.cloud.things.values()].findLast((thing) => thing.spec['value'] === value)?.spec),
  })
  return engine
}

test('a resource that a replacement overwrote is repaired when the blueprint is reverted', async () => {
  const engine = withOneThing()
  await engine.up(pinnedTo('p1'))
  engine.clock.time += 1000
  engine.cloud.interfere = ({ method, name }) => {
    if (method === 'Deploy' && name === 'app') throw fakeFailure({ refused: true })
  }
  const { result } = await engine.up(pinnedTo('p2'))
  assert.equal(result.outcome, 'failed')
  engine.cloud.interfere = () => undefined
  const back = await engine.up(pinnedTo('p1'))
  assert.deepEqual(
    back.result.failures.map(({ code }) => code),
    ['engine/made-otherwise'],
  )
  const again = await engine.up(pinnedTo('p1'))
  assert.deepEqual([actions(again.plan), again.result.outcome], [['update db'], 'succeeded'])
  assert.deepEqual(actions((await engine.plan(pinnedTo('p1'))).plan), [])
})

test('a replacement that overwrote the old resource is as wanted', async () => {
  const engine = withOneThing()
  await engine.up(pinnedTo('p1'))
  engine.clock.time += 1000
  await engine.up(pinnedTo('p2'))
  assert.deepEqual(actions((await engine.plan(pinnedTo('p2'))).plan), [])
})
