import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeBlueprint, fakeResource } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses } from '../../testing/fake-engine.ts'
import { asking } from '../../testing/fake-program.ts'
import { gather } from '../../plan/draft/gather.ts'
import { previewProgram } from './preview-program.ts'

/** A program with a part in an app in a database. Only one such database can exist. */
function nested(pinned: string): Parameters<typeof asking>[0] {
  return [
    { name: 'db', type: 'fake/exclusive', spec: { pinned }, isAwaited: true },
    { name: 'app', needs: ['db'], options: { deletedWith: 'db' } },
    { name: 'part', needs: ['app'], options: { deletedWith: 'app' } },
  ]
}

function onlyDb(pinned: string): Parameters<typeof asking>[0][number] {
  return { name: 'db', type: 'fake/exclusive', spec: { pinned } }
}

function appIn(container: string): Parameters<typeof asking>[0][number] {
  return { name: 'app', needs: [container], options: { deletedWith: container } }
}

describe('related resources in a program', () => {
  test('can both be destroyed if they read each other because one was left unchanged', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'pool' }, { name: 'app', needs: ['pool'] }]))
    await engine.program(async (want) => {
      const app = await want(fakeResource('app', {}), 'left')
      await want(fakeResource('pool', { spec: { inputs: [app?.spec['id'] ?? null] }, dependsOn: ['app'] }))
    })
    const [pool, app] = (await engine.state())?.resources ?? []
    assert.deepEqual([pool?.reads, app?.reads], [[app?.id], [pool?.id]])
    const { result } = await engine.up(undefined, { plan: { operation: 'destroy' } })
    assert.deepEqual(result.failures, [])
    assert.deepEqual(engine.cloud.names(), [])
  })

  describe('a container that is destroyed before its successor is created', () => {
    test('has its member created again, and the old member is removed along without a provider call', async () => {
      const engine = new FakeEngine()
      await engine.program(asking(nested('1')))
      const before = await engine.state()
      engine.cloud.calls.length = 0
      const { result, events } = await engine.program(asking(nested('2')))
      assert.deepEqual(result.failures, [])
      const changes = engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call))
      assert.deepEqual(changes, ['Destroy db', 'Deploy db', 'Deploy app', 'Deploy part'])
      assert.deepEqual(await statuses(engine), { db: 'created', app: 'created', part: 'created' })
      const ids = new Set(before?.resources.map(({ id }) => id))
      assert.ok((await engine.state())?.resources.every(({ id }) => !ids.has(id)))
      const ends = events.flatMap((one) => (one.type === 'step-finished' && one.action === 'delete' ? [one.name] : []))
      assert.deepEqual(ends, ['db', 'app', 'part'])
    })

    for (const isAwaited of [true, false])
      for (const isGone of [true, false])
        test(`looks for a possible member: ${isGone ? 'gone' : 'there'}${isAwaited ? '' : ', not awaited'}`, async () => {
          const engine = new FakeEngine()
          await engine.program(asking([{ name: 'box' }, onlyDb('1'), appIn('box')]))
          await engine.program(asking([{ name: 'box' }, onlyDb('1'), { ...appIn('db'), spec: { value: 'in db' } }]))
          const app = (await engine.state())?.resources.find(({ name }) => name === 'app')
          engine.cloud.interfere = ({ method, name }) => {
            if (isGone && method === 'Destroy' && name === 'db') engine.cloud.things.delete(app?.id ?? '')
          }
          const { result } = await engine.program(
            asking([{ name: 'box' }, { ...onlyDb('2'), isAwaited }, appIn('box')]),
          )
          assert.deepEqual(result.failures, [])
          assert.deepEqual(engine.cloud.names(), ['app', 'box', 'db'])
          assert.deepEqual(result.counts, isGone ? { replace: 1, create: 1 } : { replace: 1, update: 1 })
        })

    test('lets its member move out first, even if the member is only possibly inside', async () => {
      const engine = new FakeEngine()
      await engine.program(asking([{ name: 'box' }, onlyDb('1'), appIn('box')]))
      await engine.program(asking([{ name: 'box' }, onlyDb('1'), { ...appIn('db'), spec: { value: 'in db' } }]))
      const record = (await engine.state())?.resources.find(({ name }) => name === 'app')
      assert.equal(record?.standsIn?.length, 2)
      engine.cloud.calls.length = 0
      await engine.program(asking([{ name: 'box' }, appIn('box'), onlyDb('2')]))
      const changes = engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call))
      assert.deepEqual(changes, ['Deploy app', 'Destroy db', 'Deploy db'])
    })

    test('removes a half-destroyed member along with it if its successor cannot be created', async () => {
      const engine = new FakeEngine()
      await engine.program(asking(nested('1')))
      engine.cloud.interfere = (call) => {
        if (call.method === 'Destroy' && call.effect) throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
      }
      await engine.program(asking(nested('2')))
      engine.cloud.interfere = ({ method }) => {
        if (method === 'Deploy') throw fakeFailure({ refused: true })
      }
      await engine.program(asking(nested('2')))
      assert.deepEqual(await statuses(engine), { db: 'create-failed' })
    })

    test('leaves its member alone if it is not replaced in the end', async () => {
      const engine = new FakeEngine()
      await engine.program(asking(nested('1')))
      engine.cloud.interfere = ({ method }) => {
        if (method === 'Destroy') throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
      }
      const { result } = await engine.program(asking(nested('2')))
      assert.deepEqual(
        result.failures.map(({ name }) => name),
        ['db'],
      )
      const { app, part } = await statuses(engine)
      assert.deepEqual([app, part], ['created', 'created'])
    })
  })

  describe('a protected resource that would be removed with another', () => {
    const inside = { name: 'app', needs: ['db'], options: { deletedWith: 'db', protect: true } }
    const both = [{ name: 'db', type: 'fake/exclusive', spec: { pinned: '1' } }, inside]

    async function changedTo(wishes: Parameters<typeof asking>[0]) {
      const engine = new FakeEngine()
      await engine.program(asking(both))
      engine.cloud.calls.length = 0
      const { result } = await engine.program(asking(wishes))
      const destroyed = engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
      return {
        destroyed,
        failures: result.failures.map(({ name, code }) => `${name}: ${code}`),
        left: Object.keys(await statuses(engine)),
      }
    }

    test('keeps both when the program asks for neither', async () => {
      const { destroyed, failures, left } = await changedTo([])
      assert.deepEqual(destroyed, [])
      assert.deepEqual(new Set(failures), new Set(['app: engine/protected', 'db: engine/protected']))
      assert.deepEqual(left, ['db', 'app'])
    })

    test('keeps a resource that the user excluded in the same run', async () => {
      for (const app of [{ name: 'app' }, { name: 'app', spec: { value: 'moved' }, options: { protect: false } }]) {
        const { destroyed, failures, left } = await changedTo([app])
        assert.deepEqual(destroyed, [])
        assert.deepEqual(failures, ['db: engine/protected'])
        assert.deepEqual(left, ['db', 'app'])
      }
    })

    test('lets that resource be removed in the next run', async () => {
      const engine = new FakeEngine()
      await engine.program(asking(both))
      await engine.program(asking([...both.slice(0, 1), { name: 'app' }]))
      const { result } = await engine.program(asking([{ name: 'app' }]))
      assert.deepEqual([result.failures, Object.keys(await statuses(engine))], [[], ['app']])
    })

    test('is refused in the plan, like a directly protected one', async () => {
      const engine = new FakeEngine()
      await engine.program(asking(both))
      const state = await engine.state()
      const ports = engine.ports()
      const options = { operation: 'up' } as const
      const gathered = await gather({ instance: 'site', state, blueprint: undefined, ports, options })
      for (const wishes of [[], both.slice(0, 1)]) {
        const request = { blueprint: fakeBlueprint({}), gathered, ports, program: asking(wishes) }
        const { steps } = await previewProgram(request)
        const going = steps.filter(({ action }) => action === 'delete')
        assert.ok(going.length > 0 && going.every(({ blocked }) => blocked?.code === 'engine/protected'))
      }
    })

    test('prevents its container from being destroyed for a successor', async () => {
      const { destroyed, failures, left } = await changedTo([
        { name: 'db', type: 'fake/exclusive', spec: { pinned: '2' } },
        inside,
      ])
      assert.deepEqual(destroyed, [])
      assert.deepEqual(failures, ['db: engine/protected'])
      assert.deepEqual(left, ['db', 'app'])
    })
  })
})
