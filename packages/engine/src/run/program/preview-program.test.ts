import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import { upComposed, whole } from '../../testing/composed.ts'
import { fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { asking } from '../../testing/fake-program.ts'
import { gather } from '../../plan/draft/gather.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import { previewProgram } from './preview-program.ts'
import type { Program } from './program.ts'

async function previewOf(engine: FakeEngine, program: Program): Promise<Plan> {
  const ports = engine.ports()
  const options = { operation: 'up' } as const
  const state = await engine.state()
  const gathered = await gather({ instance: 'site', state, blueprint: undefined, options, ports })
  return await previewProgram({ blueprint: fakeBlueprint({}), gathered, ports, program })
}

function blockedIn({ steps }: Plan): readonly string[] {
  return steps.flatMap(({ key, blocked }) => (blocked === undefined ? [] : [`${key}: ${blocked.code}`]))
}

function pageOf(type: string, pinned: string): Program {
  return asking([{ name: 'page', type, spec: { pinned } }])
}

function staying({ steps }: Plan): readonly string[] {
  return steps.map(({ action, name, oldStays, reason }) => `${action} ${name}: ${oldStays ?? reason ?? '-'}`)
}

describe('a plan of a program', () => {
  const program = asking([
    { name: 'db', type: 'fake/ask', isAwaited: true },
    { name: 'app', needs: ['db'] },
    { name: 'log', type: 'fake/ask' },
  ])

  test('continues after a doubt, and reports every doubt', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'Deploy' && name !== 'app') throw fakeFailure({ message: 'the line is dead' })
    }
    await engine.program(
      asking([
        { name: 'db', type: 'fake/ask' },
        { name: 'log', type: 'fake/ask' },
      ]),
    )
    engine.cloud.interfere = () => undefined
    const plan = await previewOf(engine, program)
    assert.deepEqual(blockedIn(plan), ['db: engine/in-doubt', 'log: engine/in-doubt'])
    assert.ok(actions(plan).includes('create app'))
    assert.deepEqual(engine.cloud.names(), [])
  })

  for (const type of ['fake/find', 'fake/exclusive'])
    test(`shows what a plugin created for a replaced resource (${type})`, async () => {
      const engine = new FakeEngine()
      await engine.program(pageOf(type, 'a'))
      const made = (await engine.state())?.resources.find(({ name }) => name === 'page')
      assert.ok(made)
      const madeFor = { pluginId: 'test/fake', id: made.id }
      const part = { ...made, type: 'fake/ask', id: 'part', name: 'page:part', spec: valueMap(), madeFor }
      await engine.store.commit(await engine.lease(), [{ kind: 'resource', resource: part }])
      assert.deepEqual(actions(await previewOf(engine, pageOf(type, 'a'))), [])
      assert.deepEqual(actions(await previewOf(engine, pageOf(type, 'b'))), ['replace page', 'delete page:part'])
      assert.equal((await engine.program(pageOf(type, 'b'))).result.outcome, 'succeeded')
      assert.deepEqual(
        (await engine.state())?.resources.map(({ name }) => name),
        ['page'],
      )
    })

  test('shows a create in doubt as a create, even if something else is wanted now', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Deploy') throw fakeFailure({ message: 'the line is dead' })
    }
    await engine.program(asking([{ name: 'db', type: 'fake/ask', spec: { value: 'one' } }]))
    const changed = asking([{ name: 'db', type: 'fake/ask', spec: { value: 'two' } }])
    const plan = await previewOf(engine, changed)
    assert.deepEqual(actions(plan), ['create db'])
    assert.deepEqual(blockedIn(plan), ['db: engine/in-doubt'])
    const { result } = await engine.program(changed)
    assert.deepEqual(
      result.failures.map(({ name, action }) => `${action} ${name}`),
      ['create db'],
    )
  })

  test('is not made if one of its requests is refused', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'db', spec: { pinned: '1' }, options: { protect: true } }]))
    const other = asking([{ name: 'db', spec: { pinned: '2' }, options: { protect: true } }])
    await assert.rejects(previewOf(engine, other), { code: 'engine/protected' })
  })
})

/** Leaves `app` out of a program, whether the program asks for it or not. */
const withoutApp =
  (program: Program): Program =>
  async (want, saying) => {
    saying.mayGo(({ name }) => name !== 'app')
    await program((resource) => want(resource, resource.name === 'app' ? 'left' : 'wanted'), saying)
  }

describe('a plan for a part of a program', () => {
  const app = { name: 'app', needs: ['db'] }
  test('names resources that stay because of excluded ones', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'db', spec: { pinned: '1' } }, app]))
    const gone = withoutApp(asking([]))
    assert.deepEqual(staying(await previewOf(engine, gone)), ['none db: app still reads it'])
    await engine.program(gone)
    assert.deepEqual(engine.cloud.names(), ['app', 'db'])
    const replaced = withoutApp(asking([{ name: 'db', spec: { pinned: '2' } }, app]))
    assert.deepEqual(staying(await previewOf(engine, replaced)), ['replace db: app still reads it'])
    await engine.program(replaced)
    assert.deepEqual(engine.cloud.names(), ['app', 'db', 'db'])
  })

  test('does not mention resources that would be created and removed in the same run', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'db', spec: { pinned: '1' } }, app]))
    const replaced = asking([{ name: 'db', spec: { pinned: '2' } }, app])
    assert.deepEqual(staying(await previewOf(engine, replaced)), ['replace db: -', 'update app: -'])
    assert.deepEqual(staying(await previewOf(engine, asking([]))), [
      'delete app: the program no longer asks for it',
      'delete db: the program no longer asks for it',
    ])
  })
})

describe('a plan of a composed resource', () => {
  test('names the part in doubt, and plans the rest', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'Deploy' && name === 'web:d') throw fakeFailure({ message: 'the line is dead' })
    }
    await upComposed(engine, { web: whole('ad') })
    engine.cloud.interfere = () => undefined
    const { plan, result } = await upComposed(engine, { web: whole('adb'), app: {} })
    assert.deepEqual(blockedIn(plan), ['web:d: engine/in-doubt'])
    assert.ok(actions(plan).includes('create web:b'))
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(engine.cloud.names(), ['app', 'web:a', 'web:b'])
  })
})
