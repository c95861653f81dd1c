import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import type { Program } from '../../run/program/program.ts'
import { type BlueprintDraft, fakeResource, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine, statuses } from '../../testing/fake-engine.ts'

const exclusive = 'fake/exclusive'
const app: ResourceDraft = { options: { deletedWith: 'box' }, spec: { value: 'a' } }

/**
 * A blueprint with the container `box`.
 *
 * @param pinned with another value, another box is made
 */
function boxed(pinned: string, more: Readonly<Record<string, ResourceDraft>> = { app }, type?: string): BlueprintDraft {
  return { resources: { box: { spec: { pinned }, ...(type !== undefined && { type }) }, ...more } }
}

/** A blueprint in which only the run finds out whether a new box is needed; no new box is needed. */
function undecided(value: string, more: Readonly<Record<string, ResourceDraft>>): BlueprintDraft {
  const box = { type: exclusive, spec: { pinned: ref('src.spec.seen') } }
  return { resources: { src: { spec: { value } }, box, ...more } }
}

function own(pinned: string): ResourceDraft {
  return { ...app, type: exclusive, spec: { pinned } }
}

/** An engine whose boxes take their contents along when they are destroyed, as clusters do. */
function engineWithBoxes(): FakeEngine {
  const engine = new FakeEngine()
  const { cloud } = engine
  cloud.interfere = ({ method, name, effect }) => {
    if (method !== 'Destroy' || name !== 'box' || !effect) return
    for (const [id, thing] of cloud.things) if (thing.spec['zone'] === 'inside') cloud.things.delete(id)
  }
  return engine
}

async function changes(engine: FakeEngine, work: () => Promise<unknown>): Promise<readonly string[]> {
  engine.cloud.calls.length = 0
  engine.clock.time += 1000
  await work()
  return engine.cloud.calls.filter((call) => /^(Deploy|Destroy) /.test(call))
}

function inTurn(...wishes: readonly CheckedResource[]): Program {
  return async (want) => {
    for (const wish of wishes) await want(wish)
  }
}

function program({ resources = {} }: BlueprintDraft): Program {
  return inTurn(...Object.entries(resources).map(([name, draft]) => fakeResource(name, draft)))
}

const ways: readonly (readonly [string, (engine: FakeEngine, draft: BlueprintDraft) => Promise<unknown>])[] = [
  ['a blueprint', (engine, draft) => engine.up(draft)],
  ['a program', (engine, draft) => engine.program(program(draft))],
]

test('a member removed with its container counts as replaced, or as destroyed if it could not be created again', async () => {
  const engine = engineWithBoxes()
  await engine.up(boxed('1', { app }, exclusive))
  const { plan, result } = await engine.up(boxed('2', { app }, exclusive))
  assert.deepEqual(actions(plan), ['replace box', 'replace app'])
  assert.deepEqual(result.counts, { replace: 2 })
  engine.cloud.interfere = ({ method, name, effect }) => {
    if (method === 'Deploy' && name === 'app' && !effect) throw fakeFailure()
  }
  const failed = await engine.up(boxed('3', { app }, exclusive))
  assert.deepEqual(failed.result.counts, { replace: 1, failed: 1, delete: 1 })
})

for (const [way, up] of ways) {
  describe(`a member of a replaced container, in ${way}`, () => {
    test('is replaced, too, even though its spec is unchanged', async () => {
      const engine = new FakeEngine()
      await up(engine, boxed('1'))
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2'))), [
        'Deploy box',
        'Deploy app',
        'Destroy app',
        'Destroy box',
      ])
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2'))), [])
    })

    test('is removed with a container that is destroyed first, and created again', async () => {
      const engine = new FakeEngine()
      await up(engine, boxed('1', { app }, exclusive))
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2', { app }, exclusive))), [
        'Destroy box',
        'Deploy box',
        'Deploy app',
      ])
      assert.deepEqual(await statuses(engine), { box: 'created', app: 'created' })
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2', { app }, exclusive))), [])
    })

    test('is removed with its own members', async () => {
      const engine = new FakeEngine()
      const role: ResourceDraft = { options: { deletedWith: 'app' } }
      await up(engine, boxed('1', { app, role }, exclusive))
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2', { app, role }, exclusive))), [
        'Destroy box',
        'Deploy box',
        'Deploy app',
        'Deploy role',
      ])
    })

    test('is replaced in the next run if it could not be created, and kept until then', async () => {
      const engine = new FakeEngine()
      await up(engine, boxed('1'))
      engine.cloud.interfere = ({ method, name, effect }) => {
        if (method === 'Deploy' && name === 'app' && !effect)
          throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
      }
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2'))), ['Deploy box', 'Deploy app'])
      engine.cloud.interfere = () => undefined
      assert.deepEqual(await changes(engine, () => up(engine, boxed('2'))), [
        'Deploy app',
        'Destroy app',
        'Destroy box',
      ])
      assert.deepEqual(engine.cloud.names(), ['app', 'box'])
    })

    test('keeps the container if it is protected', async () => {
      const engine = new FakeEngine()
      const guarded: ResourceDraft = { ...app, options: { deletedWith: 'box', protect: true } }
      for (const type of [exclusive, undefined]) {
        await up(engine, boxed('1', { app: guarded }, type))
        const before = engine.cloud.named('app')
        await up(engine, boxed('2', { app: guarded }, type)).catch((thrown: unknown) => {
          assert.ok(thrown instanceof Failure && thrown.code === 'engine/protected')
        })
        assert.deepEqual(engine.cloud.named('app'), before)
        assert.ok(engine.cloud.named('box').some(({ spec }) => spec['pinned'] === '1'))
        const free: ResourceDraft = { ...app, options: { deletedWith: 'box', protect: false } }
        await up(engine, boxed('1', { app: free }, type))
        await up(engine, { resources: {} })
      }
    })
  })
}

describe('a member of a replaced container', () => {
  const moving: ResourceDraft = { ...app, spec: { value: ref('box.spec.id') } }

  test('is shown in the plan', async () => {
    const engine = new FakeEngine()
    await engine.up(boxed('1'))
    const { plan } = await engine.plan(boxed('2'))
    assert.deepEqual(
      plan.steps.map(({ name, action, replaceBecause }) => [name, action, replaceBecause]),
      [
        ['box', 'replace', ['spec.pinned']],
        ['app', 'replace', ['deletedWith']],
      ],
    )
  })

  test('moves to the new container if a change gives it a value of that container', async () => {
    const engine = new FakeEngine()
    await engine.up(boxed('1', { app: moving }))
    const done = await changes(engine, () => engine.up(boxed('2', { app: moving })))
    assert.deepEqual(done, ['Deploy box', 'Deploy app', 'Destroy box'])
    assert.deepEqual(await changes(engine, () => engine.up(boxed('2', { app: moving }))), [])
  })

  test('stays if the container turns out not to be replaced', async () => {
    const engine = new FakeEngine()
    await engine.up(undecided('1', { app }))
    const { plan } = await engine.plan(undecided('2', { app }))
    assert.deepEqual(
      plan.steps.map(({ action }) => action),
      ['update', 'replace', 'replace'],
    )
    assert.deepEqual(await changes(engine, () => engine.up(undecided('2', { app }))), ['Deploy src'])
    assert.deepEqual(engine.cloud.names(), ['app', 'box', 'src'])
  })

  test('is still replaced for its own reasons in that case', async () => {
    const engine = new FakeEngine()
    await engine.up(undecided('1', { app: own('1') }))
    const done = await changes(engine, () => engine.up(undecided('2', { app: own('2') })))
    assert.deepEqual(done, ['Deploy src', 'Destroy app', 'Deploy app'])
    assert.deepEqual(engine.cloud.names(), ['app', 'box', 'src'])
  })

  test('is removed without a provider call if it is unwanted', async () => {
    const engine = engineWithBoxes()
    await engine.up(boxed('1', { app: { ...app, spec: { zone: 'inside' } } }, exclusive))
    assert.deepEqual(await changes(engine, () => engine.up(boxed('2', {}, exclusive))), ['Destroy box', 'Deploy box'])
    assert.deepEqual(await statuses(engine), { box: 'created' })
  })

  test('is destroyed by itself if it is unwanted and its container stays', async () => {
    const engine = new FakeEngine()
    await engine.up(undecided('1', { app }))
    const done = await changes(engine, () => engine.up(undecided('2', {})))
    assert.deepEqual(done, ['Deploy src', 'Destroy app'])
  })

  test('is shown and recorded even by a plan about something else', async () => {
    const engine = engineWithBoxes()
    const inner: ResourceDraft = { ...app, spec: { zone: 'inside' } }
    await engine.up(boxed('1', { app: inner }, exclusive))
    const part = { plan: { targets: ['box'] } }
    const { plan } = await engine.plan(boxed('2', { app: inner }, exclusive), part)
    assert.deepEqual(
      plan.steps.map(({ name, action }) => `${action} ${name}`),
      ['replace box', 'delete app'],
    )
    await engine.up(boxed('2', { app: inner }, exclusive), part)
    assert.deepEqual(await statuses(engine), { box: 'created' })
    await engine.up(boxed('2', { app: inner }, exclusive))
    assert.deepEqual(engine.cloud.names(), ['app', 'box'])
  })

  test('keeps the old container until the member’s own replacement', async () => {
    const engine = new FakeEngine()
    await engine.up(boxed('1'))
    const part = { plan: { targets: ['box'] } }
    assert.deepEqual(await changes(engine, () => engine.up(boxed('2'), part)), ['Deploy box'])
    const done = await changes(engine, () => engine.up(boxed('2')))
    assert.deepEqual(done, ['Deploy app', 'Destroy app', 'Destroy box'])
  })

  test('is created after the new container, and removed or moved before the old one is destroyed', async () => {
    const engine = new FakeEngine()
    const resources = { app, box: {} }
    assert.deepEqual(await changes(engine, () => engine.up({ resources })), ['Deploy box', 'Deploy app'])
    const out = await changes(engine, () => engine.up({ resources: { app: { spec: { value: 'b' } } } }))
    assert.deepEqual(out, ['Deploy app', 'Destroy box'])
  })

  test('is not created after its dependents', async () => {
    const engine = new FakeEngine()
    const resources = { app, box: { spec: { value: ref('app.spec.id') } } }
    const { result } = await engine.up({ resources })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(await changes(engine, () => engine.up({ resources })), [])
  })
})
