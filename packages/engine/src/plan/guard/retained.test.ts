import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryStore } from '@slipway/stores'
import { type BlueprintDraft, fakeResource, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses, withCommits } from '../../testing/fake-engine.ts'
import { Killed } from '../../testing/killed.ts'
import type { Program } from '../../run/program/program.ts'

const retained = { removalPolicy: 'retain' } as const
const inBox = { deletedWith: 'box' }

function one(pinned: string, more: ResourceDraft = retained): BlueprintDraft {
  return { resources: { db: { ...more, spec: { ...more.spec, pinned } } } }
}

function destroyed(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
}

function asks(resources: Readonly<Record<string, ResourceDraft>>): Program {
  return async (want) => {
    await Promise.all(Object.entries(resources).map(([name, draft]) => want(fakeResource(name, draft))))
  }
}

/** The names of the existing things outside. */
function there(engine: FakeEngine): readonly string[] {
  return engine.cloud.names().toSorted()
}

/** The resources whose end takes a retained member along, according to the plan. Without a second blueprint, the plan destroys everything. */
async function lost(type: string, second: BlueprintDraft | undefined): Promise<string | undefined> {
  const engine = new FakeEngine()
  const app = { ...retained, options: inBox }
  await engine.up({ resources: { box: { type, spec: { pinned: '1' } }, app } })
  const { plan } = second === undefined ? await engine.destroy() : await engine.up(second)
  assert.ok(!destroyed(engine).some((call) => call.includes('app')))
  return plan.steps.find(({ name }) => name === 'app')?.lostWith
}

describe('a retained resource', () => {
  test('is left in place when it is replaced', async () => {
    const engine = new FakeEngine()
    await engine.up(one('1'))
    const { plan, result } = await engine.up(one('2'))
    assert.deepEqual(
      plan.steps.map(({ action, retainsOld }) => [action, retainsOld]),
      [['replace', true]],
    )
    assert.deepEqual([result.outcome, result.counts], ['succeeded', { replace: 1 }])
    assert.deepEqual([destroyed(engine), there(engine)], [[], ['db', 'db']])
    assert.deepEqual(await statuses(engine), { db: 'created' })
  })

  test('is kept if its type must be destroyed before it is created', async () => {
    const engine = new FakeEngine()
    const exclusive = { ...retained, type: 'fake/exclusive' }
    await engine.up(one('1', exclusive))
    await engine.up(one('2', exclusive))
    assert.deepEqual([destroyed(engine), there(engine)], [[], ['db', 'db']])
  })

  test('is kept if the user asks to destroy first', async () => {
    const engine = new FakeEngine()
    const first = { ...retained, options: { replaceOrder: 'destroy-first' } } as const
    await engine.up(one('1', first))
    await engine.up(one('2', first))
    assert.deepEqual([destroyed(engine), there(engine)], [[], ['db', 'db']])
  })

  test('remains the resource if its successor cannot be created', async () => {
    const engine = new FakeEngine()
    const first = { ...retained, options: { replaceOrder: 'destroy-first' } } as const
    await engine.up(one('1', first))
    const before = (await engine.state())?.resources
    engine.cloud.interfere = (asked) => {
      if (asked.method === 'Deploy' && !asked.effect) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
    }
    await engine.up(one('2', first))
    const now = (await engine.state())?.resources ?? []
    assert.deepEqual(
      now.map(({ id }) => id),
      before?.map(({ id }) => id),
    )
  })

  test('is not replaced if the successor needs the same place', async () => {
    for (const type of ['fake/keyed', 'fake/exclusive']) {
      const engine = new FakeEngine()
      const draft = one('1', { ...retained, type, spec: { zone: 'a' } })
      await engine.up(draft)
      const { plan, result } = await engine.up(draft, { plan: { replace: ['db'] } })
      assert.equal(plan.steps[0]?.blocked?.code, 'engine/retained-in-the-way')
      assert.equal(result.outcome, 'failed')
      assert.deepEqual([destroyed(engine), there(engine)], [[], ['db']])
    }
  })

  test('follows the option in the present blueprint', async () => {
    for (const [before, now, left] of [
      ['delete', 'retain', 2],
      ['retain', 'delete', 1],
    ] as const) {
      const engine = new FakeEngine()
      await engine.up(one('1', { removalPolicy: before }))
      await engine.up(one('2', { removalPolicy: now }))
      assert.equal(there(engine).length, left)
    }
  })

  test('is forgotten by the next run after a stopped one', async () => {
    for (const operation of ['up', 'destroy'] as const) {
      const engine = new FakeEngine()
      await engine.up({ resources: { ...one('1').resources, app: { dependsOn: ['db'] } } })
      engine.cloud.interfere = (asked) => {
        if (asked.name === 'app') throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
      }
      await engine.up({ resources: { ...one('2').resources, app: { dependsOn: ['db'], spec: { value: 'x' } } } })
      engine.cloud.interfere = () => undefined
      if (operation === 'up') await engine.up(one('2'))
      else await engine.destroy()
      assert.deepEqual(await statuses(engine), operation === 'up' ? { db: 'created' } : {})
      assert.deepEqual(there(engine), ['db', 'db'])
    }
  })

  test('is left to the next run after a kill if another generation is already the resource', async () => {
    let old: string | undefined
    const memory = memoryStore()
    const store = withCommits(memory, async (lease, changes) => {
      const isLost = changes.some((change) => change.kind === 'forget' && change.resourceId === old)
      if (old !== undefined && isLost) throw new Killed('killed')
      await memory.commit(lease, changes)
    })
    const engine = new FakeEngine(undefined, store)
    await engine.up(one('1', { removalPolicy: 'delete' }))
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw new Killed('killed')
    }
    await assert.rejects(engine.up(one('2', { removalPolicy: 'delete' })), Killed)
    engine.cloud.interfere = () => undefined
    old = (await engine.state())?.resources[0]?.id
    // The new thing becomes the resource, and only now does the blueprint say that the old thing is retained.
    await assert.rejects(engine.up(one('2')), Killed)
    old = undefined
    await engine.destroy()
    assert.deepEqual([destroyed(engine), there(engine)], [[], ['db', 'db']])
  })

  test('is never a failed attempt at a successor', async () => {
    const engine = new FakeEngine()
    await engine.up(one('1'))
    engine.cloud.interfere = (asked) => {
      if (asked.method === 'Deploy' && asked.effect) throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
    }
    await engine.up(one('2'))
    engine.cloud.interfere = () => undefined
    assert.equal(there(engine).length, 2)
    await engine.up(one('1'))
    assert.deepEqual([destroyed(engine).length, there(engine)], [1, ['db']])
  })

  test('is kept in a program, too', async () => {
    for (const options of [{}, { replaceOrder: 'destroy-first' }] as const) {
      const engine = new FakeEngine()
      await engine.program(asks({ db: { ...retained, options, spec: { pinned: '1' } } }))
      const { result } = await engine.program(asks({ db: { ...retained, options, spec: { pinned: '2' } } }))
      assert.deepEqual([result.outcome, destroyed(engine), there(engine)], ['succeeded', [], ['db', 'db']])
      assert.deepEqual(await statuses(engine), { db: 'created' })
    }
  })

  test('is kept when it is replaced because of its container', async () => {
    const box = (pinned: string): ResourceDraft => ({ ...retained, spec: { pinned } })
    const member = { ...retained, options: inBox }
    const engine = new FakeEngine()
    await engine.up({ resources: { box: box('1'), app: member } })
    await engine.up({ resources: { box: box('2'), app: member } })
    assert.deepEqual([destroyed(engine), there(engine)], [[], ['app', 'app', 'box', 'box']])
    assert.deepEqual(await statuses(engine), { box: 'created', app: 'created' })
    const program = new FakeEngine()
    const asking = (pinned: string): Program => asks({ box: box(pinned), app: { ...member, dependsOn: ['box'] } })
    await program.program(asking('1'))
    await program.program(asking('2'))
    assert.deepEqual([destroyed(program), there(program)], [[], ['app', 'app', 'box', 'box']])
  })

  test('does not prevent the replacement of its members', async () => {
    const engine = new FakeEngine()
    const app = { options: inBox }
    await engine.up({ resources: { box: { ...retained, spec: { pinned: '1' } }, app } })
    await engine.up({ resources: { box: { ...retained, spec: { pinned: '2' } }, app } })
    assert.deepEqual([destroyed(engine).length, there(engine)], [1, ['app', 'box', 'box']])
  })

  test('is reported as lost when its container is destroyed', async () => {
    assert.equal(await lost('fake/find', undefined), 'box')
    assert.equal(await lost('fake/find', { resources: {} }), 'box')
    for (const type of ['fake/find', 'fake/exclusive']) {
      const app = { ...retained, options: inBox }
      assert.equal(await lost(type, { resources: { box: { type, spec: { pinned: '2' } }, app } }), 'box')
    }
    assert.equal(await lost('fake/find', { resources: { box: { spec: { pinned: '1' } } } }), undefined)
  })
})
