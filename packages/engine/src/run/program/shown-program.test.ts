import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gather } from '../../plan/draft/gather.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import { fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine, statuses, type Up } from '../../testing/fake-engine.ts'
import { asking, type Wish } from '../../testing/fake-program.ts'
import { previewProgram } from './preview-program.ts'
import type { Program } from './program.ts'

async function shownBy(engine: FakeEngine, program: Program): Promise<Plan> {
  const ports = engine.ports()
  const state = await engine.state()
  const gathered = await gather({ instance: 'site', state, blueprint: undefined, options: { operation: 'up' }, ports })
  return await previewProgram({ blueprint: fakeBlueprint({}), gathered, ports, program })
}

/** Shows the plan of one program, and runs another one: what a program asks for once it knows more. */
async function runAfter(engine: FakeEngine, planned: Program, run: Program): Promise<Up> {
  const shown = await shownBy(engine, planned)
  engine.cloud.calls.length = 0
  return await engine.program(run, {}, shown)
}

function destroyed(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
}

const both = asking([{ name: 'db', spec: { pinned: '1' } }, { name: 'app' }])
const moved = asking([{ name: 'db', spec: { pinned: '2' } }, { name: 'app' }])
const alone = asking([{ name: 'db', spec: { pinned: '1' } }])

/** A folder is the same whatever its name, if its path is. */
function folder(name: string, path: string): Wish {
  return { name, type: 'fake/folder', spec: { pinned: path } }
}

/** Replaces db, with this policy for the old one. */
function movedWith(removalPolicy: 'retain' | 'delete'): Program {
  return asking([{ name: 'db', spec: { pinned: '2' }, removalPolicy }, { name: 'app' }])
}

describe('a program whose plan was shown', () => {
  test('destroys nothing that the plan leaves alone', async () => {
    const engine = new FakeEngine()
    await engine.program(both)
    const { result } = await runAfter(engine, both, alone)
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(
      result.failures.map(({ name, code, reasons }) => [name, code, reasons]),
      [['app', 'engine/plan-overtaken', ['app would be destroyed, which the plan did not show']]],
    )
    assert.deepEqual(destroyed(engine), [])
    assert.deepEqual(engine.cloud.names(), ['app', 'db'])
  })

  test('replaces nothing that the plan keeps, and says which value asks for it', async () => {
    const engine = new FakeEngine()
    await engine.program(both)
    const { result } = await runAfter(engine, both, moved)
    assert.deepEqual(
      result.failures.map(({ name, code, reasons }) => [name, code, reasons]),
      [['db', 'engine/plan-overtaken', ['db would be replaced, which the plan did not show: spec.pinned']]],
    )
    assert.deepEqual(
      engine.cloud.calls.filter((call) => /^(Deploy|Destroy) db/.test(call)),
      [],
    )
  })

  test('destroys and replaces what the plan ends', async () => {
    const engine = new FakeEngine()
    await engine.program(both)
    const replaced = await runAfter(engine, moved, moved)
    assert.deepEqual([replaced.result.outcome, destroyed(engine)], ['succeeded', ['Destroy db']])
    const removed = await runAfter(engine, asking([]), asking([]))
    assert.deepEqual([removed.result.outcome, engine.cloud.names()], ['succeeded', []])
  })

  test('destroys nothing for good that the plan replaces, and nothing that it only forgets', async () => {
    const engine = new FakeEngine()
    await engine.program(both)
    const gone = await runAfter(engine, moved, asking([{ name: 'app' }]))
    assert.deepEqual([gone.result.failures.map(({ code }) => code), destroyed(engine)], [['engine/plan-overtaken'], []])
    const { result } = await runAfter(engine, movedWith('retain'), movedWith('delete'))
    assert.deepEqual([result.failures.map(({ code }) => code), destroyed(engine)], [['engine/plan-overtaken'], []])
  })

  test('may make and change more, and end less, than the plan shows', async () => {
    const engine = new FakeEngine()
    await engine.program(alone)
    const more = asking([{ name: 'db', spec: { pinned: '1', value: 'new' } }, { name: 'app' }])
    const { result } = await runAfter(engine, asking([]), more)
    assert.deepEqual([result.outcome, engine.cloud.names()], ['succeeded', ['app', 'db']])
  })

  test('ends what the plan says would go if nothing read it any more', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'db' }, { name: 'app', needs: ['db'] }]))
    const shown: Plan = { ...(await shownBy(engine, both)), steps: [] }
    const [record] = (await engine.state())?.resources ?? []
    assert.ok(record?.name === 'db')
    const stays = {
      key: 'db',
      name: 'db',
      type: record.type,
      action: 'none',
      current: record,
      reason: 'app still reads it',
    } as const
    const steps = [{ ...stays, changes: [], replaceBecause: [], after: [] }]
    const { result } = await engine.program(asking([{ name: 'app' }]), {}, { ...shown, steps })
    assert.deepEqual([result.outcome, engine.cloud.names()], ['succeeded', ['app']])
  })

  test('destroys no container that would take along what the plan keeps', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'db' }, { name: 'app', options: { deletedWith: 'db' } }]))
    const movedOut = asking([{ name: 'app', spec: { value: 'new' } }])
    const { result } = await runAfter(engine, movedOut, asking([]))
    assert.deepEqual(
      result.failures.map(({ name, reasons }) => [name, reasons]),
      ['app', 'db'].map((name) => [name, ['app would be destroyed, which the plan did not show']]),
    )
    assert.deepEqual([destroyed(engine), await statuses(engine)], [[], { db: 'created', app: 'created' }])
  })

  test('replaces no container that makes room and would take along what the plan keeps', async () => {
    const engine = new FakeEngine()
    const member: Wish = { name: 'app', options: { deletedWith: 'db' } }
    await engine.program(asking([{ name: 'db', spec: { pinned: '1' } }, member]))
    const room: Wish = { name: 'db', spec: { pinned: '2' }, options: { replaceOrder: 'destroy-first' } }
    const movedOut: Wish = { name: 'app', spec: { value: 'new' } }
    const { result } = await runAfter(engine, asking([movedOut, room]), asking([room]))
    assert.deepEqual(
      result.failures.map(({ name, reasons }) => [name, reasons]),
      ['db', 'app'].map((name) => [name, ['app would be destroyed, which the plan did not show']]),
    )
    assert.deepEqual([destroyed(engine), await statuses(engine)], [[], { db: 'created', app: 'created' }])
    const moving = await runAfter(engine, asking([movedOut, room]), asking([movedOut, room]))
    assert.deepEqual([moving.result.outcome, destroyed(engine)], ['succeeded', ['Destroy db']])
  })

  test('renames a resource whose name goes to a new one, although that one comes first', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([folder('a', 'x')]))
    const program = asking([folder('a', 'y'), folder('b', 'x')])
    const { result } = await runAfter(engine, program, program)
    assert.deepEqual([result.failures, destroyed(engine), actions(await shownBy(engine, program))], [[], [], []])
  })
})
