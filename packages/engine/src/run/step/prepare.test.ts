import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses } from '../../testing/fake-engine.ts'

const draft = (value = '1') => ({ resources: { db: { type: 'fake/compared', spec: { value } } } })

/** An engine whose provider prepares each deploy with this function. */
function engineWith(prepare: () => Promise<void>): FakeEngine {
  const engine = new FakeEngine()
  const provider = engine.cloud.provider.bind(engine.cloud)
  engine.cloud.provider = () => ({ ...provider(), prepare })
  return engine
}

describe('a provider that asks before it deploys', () => {
  test('does so before anything is journaled, so that a kill meanwhile leaves no doubt', async () => {
    const seen: unknown[] = []
    const engine = engineWith(async () => {
      const { resources = [], intents = [] } = (await engine.state()) ?? {}
      seen.push([resources.length, intents.length])
    })
    await engine.up(draft())
    assert.deepEqual(seen, [[0, 0]])
    assert.deepEqual(await statuses(engine), { db: 'created' })
  })

  test('and cannot, has made nothing, also if the question was cut off', async () => {
    const engine = engineWith(() => Promise.reject(fakeFailure({ reasons: ['no plan'], inDoubt: true })))
    const { result } = await engine.up(draft())
    assert.deepEqual(
      result.failures.map(({ inDoubt }) => inDoubt),
      [false],
    )
    assert.deepEqual(await statuses(engine), { db: 'create-failed' })
    assert.deepEqual(engine.cloud.calls, [])
  })

  test('and cannot, leaves what exists as it was', async () => {
    let isAble = true
    const engine = engineWith(() =>
      isAble ? Promise.resolve() : Promise.reject(fakeFailure({ reasons: ['no plan'] })),
    )
    await engine.up(draft())
    isAble = false
    await engine.up(draft('2'))
    assert.deepEqual(await statuses(engine), { db: 'created' })
    assert.deepEqual(
      engine.cloud.named('db').map(({ spec }) => spec['value']),
      ['1'],
    )
  })
})
