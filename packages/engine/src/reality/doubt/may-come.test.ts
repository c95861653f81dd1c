import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { Killed } from '../../testing/killed.ts'

function blueprint(net: string, app = net, type = 'fake/slow'): BlueprintDraft {
  return {
    resources: { net: { spec: { pinned: net } }, app: { type, spec: { pinned: app, inputs: [ref('net.spec.id')] } } },
  }
}

/** Runs two blueprints, and lets the last create of the second one fail. It would make the successor of `app`, which reads `net` or its successor. */
async function cutShort(thrown: unknown, second = blueprint('2'), first = blueprint('1')): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(first)
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

describe('a resource that an interrupted create may still bring', () => {
  test('keeps its inputs until its time has passed, if its name is wanted', async () => {
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

  test('keeps the old generation of a replaced resource, and the plan says so', async () => {
    const engine = await cutShort(new Killed('killed'), blueprint('1', '2'))
    const { plan, result } = await engine.up(blueprint('2', '1'))
    assert.equal(plan.steps.find(({ action }) => action === 'replace')?.oldStays, 'app still reads it')
    assert.deepEqual([result.outcome, destroyed(engine)], ['succeeded', []])
  })

  test('keeps nothing if its type sets no time or its name is unwanted', async () => {
    const engine = await cutShort(
      new Killed('killed'),
      blueprint('2', '2', 'fake/find'),
      blueprint('1', '1', 'fake/find'),
    )
    await engine.up(blueprint('1', '1', 'fake/find'))
    assert.deepEqual(destroyed(engine), ['Destroy net'])
    const other = await cutShort(new Killed('killed'), undefined, { resources: {} })
    await other.up({ resources: {} })
    assert.deepEqual([destroyed(other), other.cloud.names()], [['Destroy net'], []])
  })

  test('does not exist if the call was answered', async () => {
    const engine = await cutShort(fakeFailure())
    await engine.up(blueprint('1'))
    assert.deepEqual(destroyed(engine), ['Destroy net'])
  })
})
