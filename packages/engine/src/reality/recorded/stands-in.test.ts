import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { type BlueprintDraft, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { withUnknownContainer } from './stands-in.ts'

const exclusive = 'fake/exclusive'

function inside(container: string, more: ResourceDraft['options'] = {}): ResourceDraft {
  return { options: { deletedWith: container, ...more } }
}

function valued(value: string): ResourceDraft {
  return { ...inside('box'), spec: { value } }
}

/** A protected resource that a change moves into its container. */
function guarded(container: string): ResourceDraft {
  return { ...inside(container, { protect: true }), spec: { value: ref(`${container}.spec.id`) } }
}

function destroyed(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
}

const isProtected = (thrown: unknown): boolean => thrown instanceof Failure && thrown.code === 'engine/protected'

describe('the container of a resource', () => {
  const first: BlueprintDraft = { resources: { box: {}, app: inside('box') } }
  const swapped: BlueprintDraft = {
    resources: { cube: { options: { aliases: ['box'] } }, box: {}, app: inside('cube') },
  }

  test('is the one that had the name when the resource was created, whatever has the name now', async () => {
    const engine = new FakeEngine()
    await engine.up(first)
    await engine.up({ resources: { ...swapped.resources, app: inside('box') } })
    await engine.up({ resources: { box: {}, app: inside('box') } })
    assert.deepEqual(engine.cloud.names(), ['app', 'box'], 'cube is gone alone')
  })

  test('is still removed with it under a new name', async () => {
    const engine = new FakeEngine()
    await engine.up(first)
    await engine.up(swapped)
    engine.cloud.calls.length = 0
    await engine.up({ resources: { box: {} } })
    assert.deepEqual(destroyed(engine), ['Destroy cube'])
  })

  test('is kept for a protected member, even if it is renamed at the same time', async () => {
    const engine = new FakeEngine()
    await engine.up({
      resources: { box: { type: exclusive, spec: { pinned: '1' } }, app: inside('box', { protect: true }) },
    })
    const cube: ResourceDraft = { type: exclusive, spec: { pinned: '2' }, options: { aliases: ['box'] } }
    const renamed: BlueprintDraft = { resources: { cube, app: inside('cube', { protect: true }) } }
    await assert.rejects(engine.plan(renamed), isProtected)
    await assert.rejects(engine.plan({ resources: { cube } }, { plan: { targets: ['cube'] } }), isProtected)
    assert.deepEqual(engine.cloud.names(), ['app', 'box'])
  })

  test('is kept under its present name for a member that still refers to the old one', async () => {
    const engine = new FakeEngine()
    const app = inside('box', { protect: true })
    await engine.up({ resources: { box: {}, app } })
    await engine.up({ resources: { cube: { options: { aliases: ['box'] } }, box: {}, app } })
    await assert.rejects(engine.plan({ resources: { box: {}, app } }), isProtected)
  })

  test('may be another one after a change, so nothing is removed without a call', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { box: {}, app: valued('in the first') } })
    engine.clock.time += 1000
    const cube: ResourceDraft = { options: { aliases: ['box'] } }
    await engine.up({ resources: { cube, box: {}, app: valued('in the second') } })
    engine.cloud.calls.length = 0
    await engine.up({ resources: { box: {} } })
    assert.deepEqual(destroyed(engine), ['Destroy app', 'Destroy cube'])
  })

  test('is unknown after a failed change', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { box: {}, app: { spec: { value: '1' } } } })
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'app' && !effect) throw fakeFailure()
    }
    await engine.up({ resources: { box: {}, app: { ...inside('box'), spec: { value: '2' } } } })
    engine.cloud.interfere = () => undefined
    engine.cloud.calls.length = 0
    await engine.up({ resources: {} })
    assert.deepEqual(destroyed(engine).toSorted(), ['Destroy app', 'Destroy box'])
  })

  test('is kept until a protected member has left it', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { box: {}, app: { ...inside('box', { protect: true }), spec: { value: '1' } } } })
    const alone: ResourceDraft = { options: { protect: true }, spec: { value: '2' } }
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'app' && !effect) throw fakeFailure()
    }
    await engine.up({ resources: { app: alone } })
    assert.deepEqual(destroyed(engine), [])
    engine.cloud.interfere = () => undefined
    await assert.rejects(engine.plan({ resources: { app: alone } }), isProtected)
    await engine.up({ resources: { box: {}, app: alone } })
    await engine.up({ resources: { app: alone } })
    assert.deepEqual(engine.cloud.names(), ['app'])
  })

  test('may be destroyed once its member has moved to another, even if the move failed', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { box: {}, app: guarded('box') } })
    await engine.up({ resources: { box: {}, cube: {}, app: guarded('cube') } })
    const { result } = await engine.up({ resources: { cube: {}, app: guarded('cube') } })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), ['app', 'cube'])
  })

  test('is not kept for a member that was never created', async () => {
    const engine = new FakeEngine()
    const app = inside('box', { protect: true })
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'app' && !effect)
        throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
    }
    await engine.up({ resources: { box: { type: exclusive, spec: { pinned: '1' } }, app } })
    engine.cloud.interfere = () => undefined
    const { result } = await engine.up({ resources: { box: { type: exclusive, spec: { pinned: '2' } }, app } })
    assert.equal(result.outcome, 'succeeded')
    await engine.up({
      resources: { box: { type: exclusive, spec: { pinned: '2' } }, app: { options: { protect: true } } },
    })
    await engine.up({ resources: { app: { options: { protect: true } } } })
    assert.deepEqual(engine.cloud.names(), ['app'])
  })

  test('is unknown after a change and a destroy that both failed', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { box: {}, app: { spec: { value: '1' } } } })
    engine.cloud.interfere = ({ name, effect }) => {
      if (name === 'app' && !effect) throw fakeFailure()
    }
    await engine.up({ resources: { box: {}, app: valued('2') } })
    await engine.up({ resources: { box: {} } })
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: {} })
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('is kept if it is replaced and its protected member is unchanged', async () => {
    const engine = new FakeEngine()
    const app = inside('box', { protect: true })
    await engine.up({ resources: { box: { spec: { pinned: '1' } }, app } })
    await assert.rejects(engine.plan({ resources: { box: { spec: { pinned: '2' } }, app } }), isProtected)
    const moved: ResourceDraft = { ...app, spec: { value: ref('box.spec.id') } }
    await engine.up({ resources: { box: { spec: { pinned: '2' } }, app: moved } })
    assert.deepEqual(engine.cloud.names(), ['app', 'box'])
  })
})

test('a member of a forgotten resource counts as inside the next outer container', async () => {
  const engine = new FakeEngine()
  await engine.up({ resources: { app: {} } })
  const [app] = (await engine.state())?.resources ?? []
  assert.ok(app)
  const after = (standsIn: readonly string[], forgotten: Readonly<Record<string, readonly string[]>>) =>
    withUnknownContainer(
      { ...app, standsIn },
      Object.entries(forgotten).map(([id, outer]) => ({ id, standsIn: outer })),
    ).map((change) => change.kind === 'resource' && change.resource.standsIn)
  assert.deepEqual(after(['c', 'a'], { c: [] }), [['', 'a']])
  assert.deepEqual(after(['a', 'c'], { c: ['b'] }), [['a', 'b']])
  assert.deepEqual(after(['b', 'c'], { c: ['d'], d: ['b'] }), [['b']])
  assert.deepEqual(after(['c'], { c: ['d'], d: ['c'] }), [['']], 'two that stand in each other')
  assert.deepEqual(after(['a'], { c: [] }), [])
})
