import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CheckedResource } from '../../check/checked.ts'
import { fakeResource, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses } from '../../testing/fake-engine.ts'
import { asking } from '../../testing/fake-program.ts'
import type { Program } from './program.ts'

/** A program that asks for all resources at once. */
function together(...wishes: readonly CheckedResource[]): Program {
  return async (want) => {
    await Promise.all(wishes.map((wish) => want(wish)))
  }
}

async function idOf(engine: FakeEngine, name: string): Promise<string | undefined> {
  return (await engine.state())?.resources.find((record) => record.name === name)?.id
}

function destroyed(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
}

const exclusive = 'fake/exclusive'
const inside = { deletedWith: 'db' }

/** A program in which the spec of the database is unknown until `src` exists. */
function reading(value: string): Program {
  return together(
    fakeResource('src', { spec: { value } }),
    fakeResource('db', { type: exclusive, spec: { pinned: ref('src.spec.seen') } }),
    fakeResource('app', { dependsOn: ['db'], options: inside }),
  )
}

function guarded(pinned: string): Program {
  return asking([
    { name: 'db', type: 'fake/find', spec: { pinned }, isAwaited: true },
    { name: 'app', needs: ['db'], options: { ...inside, protect: true } },
  ])
}

function keyed(name: string, zone: string, more: object = {}): CheckedResource {
  return fakeResource(name, { type: 'fake/keyed', spec: { zone, ...more } })
}

describe('a member in a program', () => {
  test('stays if its replacement turns out to be unnecessary', async () => {
    const engine = new FakeEngine()
    await engine.program(reading('1'))
    const before = await idOf(engine, 'app')
    const { result } = await engine.program(reading('2'))
    assert.deepEqual(result.failures, [])
    assert.deepEqual([destroyed(engine), await idOf(engine, 'app')], [[], before])
  })

  test('keeps its container if a partial run leaves the member alone', async () => {
    const engine = new FakeEngine()
    await engine.program(reading('1'))
    const { result } = await engine.program(async (want) => {
      await want(fakeResource('app', { options: {} }), 'left')
      await want(fakeResource('db', { type: exclusive, spec: { pinned: 'other' } }))
    })
    assert.deepEqual(
      result.failures.map(({ name, reasons }) => `${name}: ${reasons.join()}`),
      ['db: db must be destroyed before its successor is made, and app would be destroyed with it'],
    )
    assert.deepEqual(destroyed(engine), [])
  })

  test('survives its container if the program asks for it without one', async () => {
    const engine = new FakeEngine()
    const app = { spec: { value: 'x' } }
    await engine.program(
      together(
        fakeResource('db', { type: exclusive, spec: { pinned: '1' } }),
        fakeResource('app', { ...app, options: inside }),
      ),
    )
    await engine.program(
      together(fakeResource('db', { type: exclusive, spec: { pinned: '2' } }), fakeResource('app', app)),
    )
    assert.deepEqual(await statuses(engine), { db: 'created', app: 'created' })
  })

  test('keeps its real resource when it is renamed and the old name is reused at once', async () => {
    const engine = new FakeEngine()
    const one = { value: 'one' }
    await engine.program(together(fakeResource('db', {}), fakeResource('a', { spec: one, options: inside })))
    const before = await idOf(engine, 'a')
    await engine.program(
      together(
        fakeResource('db', {}),
        fakeResource('b', { spec: one, options: { ...inside, aliases: ['a'] } }),
        fakeResource('a', { spec: { value: 'two' } }),
      ),
    )
    assert.equal(await idOf(engine, 'b'), before)
  })

  test('keeps its container if it is protected, even next to an older generation', async () => {
    const engine = new FakeEngine()
    await engine.program(guarded('1'))
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Destroy') throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
    }
    await engine.program(guarded('2'))
    engine.cloud.interfere = () => {}
    await engine.program(asking([]))
    const db = await idOf(engine, 'db')
    assert.ok(db !== undefined && engine.cloud.things.has(db))
  })

  test('keeps its container if the program protects it, and the message says where to lift the protection', async () => {
    const engine = new FakeEngine()
    await engine.program(guarded('1'))
    const alone = await engine.program(asking([{ name: 'app', options: { ...inside, protect: true } }]))
    const hintsOf = ({ result }: typeof alone) => result.failures.map(({ name, hint }) => [name, hint])
    assert.deepEqual(hintsOf(alone), [['db', 'if it may be destroyed: set "protect: false" where it is declared']])
    const neither = await engine.program(asking([]))
    assert.deepEqual(
      new Set(hintsOf(neither).map(([, hint]) => hint)),
      new Set(['if it may be destroyed: slipway state unprotect app']),
    )
  })

  test('does not keep its container if it was never created', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'Deploy' && name === 'app') throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
    }
    await engine.program(
      asking([
        { name: 'db', type: exclusive, isAwaited: true },
        { name: 'app', needs: ['db'], options: { ...inside, protect: true } },
      ]),
    )
    const { result } = await engine.program(asking([]))
    assert.deepEqual(result.failures, [])
  })
})

test('a resource that a refused request may have meant stays', async () => {
  const engine = new FakeEngine()
  await engine.program(together(keyed('sub1', 'B'), keyed('sub2', 'C')))
  await engine.program(together(keyed('sub1', 'C', { value: ['no text'] })))
  assert.ok(engine.cloud.things.values().some(({ spec }) => spec['zone'] === 'C'))
})

test('a resource stays if only it may be removed, and it and another read each other', async () => {
  const engine = new FakeEngine()
  await engine.program(asking([{ name: 'pool' }, { name: 'app', needs: ['pool'] }]))
  await engine.program(async (want) => {
    const app = await want(fakeResource('app', {}), 'left')
    await want(fakeResource('pool', { spec: { inputs: [app?.spec['id'] ?? null] }, dependsOn: ['app'] }))
  })
  await engine.program((_, saying) => {
    saying.mayGo(({ name }) => name === 'pool')
    return Promise.resolve()
  })
  assert.deepEqual(engine.cloud.names(), ['app', 'pool'])
})
