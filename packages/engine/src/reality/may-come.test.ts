import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine } from '../testing/fake-engine.ts'
import { Killed } from '../testing/killed.ts'

function blueprint(net: string, app = net): BlueprintDraft {
  return {
    resources: { net: { spec: { pinned: net } }, app: { spec: { pinned: app, inputs: [ref('net.spec.id')] } } },
  }
}

/** The successor of `app` is the last that is asked for. It reads `net`, or the successor of that. */
async function cutShort(thrown: unknown, second = blueprint('2')): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(blueprint('1'))
  engine.cloud.interfere = ({ method, name, effect }) => {
    if (method === 'Deploy' && name === 'app' && !effect) throw thrown
  }
  await engine.up(second).catch((error: unknown) => assert.ok(error instanceof Killed))
  engine.cloud.interfere = () => undefined
  return engine
}

function destroyed(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
}

describe('what a create that was cut short may still make', () => {
  test('keeps what it was given until its time has passed, though nobody wants it', async () => {
    const engine = await cutShort(new Killed('killed'))
    const { plan, result } = await engine.up(blueprint('1'))
    const old = plan.steps.filter(({ current }) => current?.replaced === true)
    assert.deepEqual(
      old.map(({ name, action, reason }) => [name, action, reason?.replace(/;.*/, '')]),
      [
        ['app', 'none', 'perhaps left by an interrupted create'],
        ['net', 'none', 'app still reads it'],
      ],
    )
    assert.deepEqual([result.outcome, destroyed(engine)], ['succeeded', []])
    engine.clock.time += 60_000
    await engine.up(blueprint('1'))
    assert.deepEqual(destroyed(engine), ['Destroy net'])
  })

  test('keeps the old one of what is replaced, and the plan says so', async () => {
    const engine = await cutShort(new Killed('killed'), blueprint('1', '2'))
    const { plan, result } = await engine.up(blueprint('2', '1'))
    assert.equal(plan.steps.find(({ action }) => action === 'replace')?.oldStays, 'app still reads it')
    assert.deepEqual([result.outcome, destroyed(engine)], ['succeeded', []])
  })

  test('keeps nothing from a destroy, which waits for it', async () => {
    const engine = await cutShort(new Killed('killed'))
    const { result } = await engine.destroy()
    assert.deepEqual([result.outcome, engine.cloud.names()], ['failed', []])
    const left = (await engine.state())?.resources ?? []
    assert.deepEqual(
      left.map(({ name, status }) => [name, status]),
      [['app', 'create-interrupted']],
    )
  })

  test('is nothing where the call was answered', async () => {
    const engine = await cutShort(fakeFailure())
    await engine.up(blueprint('1'))
    assert.deepEqual(destroyed(engine), ['Destroy net'])
  })
})
