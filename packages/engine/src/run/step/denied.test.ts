import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

const minute = 60_000

/** Lets the plugin answer that the input of `db` is bad. `isMade`: the plugin has made the thing nevertheless. */
function denying(engine: FakeEngine, isMade: boolean): void {
  engine.cloud.interfere = ({ method, name, effect }) => {
    if (method === 'Deploy' && name === 'db' && effect === isMade)
      throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['too small'] })
  }
}

/** Lets the provider find a thing only if the question has this property. */
function findingBy(engine: FakeEngine, property: string): void {
  const provider = engine.cloud.provider.bind(engine.cloud)
  engine.cloud.provider = () => {
    const own = provider()
    return {
      ...own,
      externalState: async (request, control) =>
        typeof request.spec[property] === 'string' ? await own.externalState(request, control) : undefined,
    }
  }
}

const db = (value: string) => ({ resources: { db: { type: 'fake/ask', spec: { value } } } })

async function deniedOnce(isMade = false): Promise<FakeEngine> {
  const engine = new FakeEngine()
  denying(engine, isMade)
  const { result } = await engine.up(db('bad'))
  assert.deepEqual(
    result.failures.map(({ name, inDoubt, reasons }) => [name, inDoubt, reasons]),
    [['db', false, ['too small']]],
  )
  engine.cloud.interfere = () => undefined
  return engine
}

async function failing(details: object, draft: BlueprintDraft = db('bad')): Promise<FakeEngine> {
  const engine = new FakeEngine()
  engine.cloud.interfere = ({ method, name, effect }) => {
    if (method === 'Deploy' && name === 'db' && !effect) throw fakeFailure({ reasons: ['exit status 3'], ...details })
  }
  await engine.up(draft)
  engine.cloud.interfere = () => undefined
  return engine
}

describe('a create that was denied by its plugin', () => {
  test('is repeated with the inputs of the present blueprint', async () => {
    const engine = await failing({ answered: true })
    assert.equal((await engine.up(db('good'))).result.outcome, 'succeeded')
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'good')
  })

  test('leaves a record that destroy mentions and that blocks nothing', async () => {
    const both = { net: {}, db: { type: 'fake/ask', spec: { value: ref('net.spec.id') } } }
    const engine = await failing({ answered: true }, { resources: both })
    const { result, events } = await engine.destroy()
    assert.equal(result.outcome, 'succeeded')
    const told = events.flatMap((event) => (event.type === 'step-dropped' ? [event.because] : []))
    assert.match(told.join(), /^its create failed \(exit status 3\), .* slipway state rm id\d+$/)
    const { instance, resources } = (await engine.state()) ?? {}
    assert.deepEqual([instance?.status, resources?.map(({ name }) => name)], ['deployed', ['db']])
    assert.equal(engine.cloud.things.size, 0)
  })

  test('is left to the user without a clear denial, or if it was cut off', async () => {
    for (const details of [{}, { answered: true, inDoubt: true }]) {
      const engine = await failing(details)
      const { result } = await engine.up(db('good'))
      assert.equal(result.failures[0]?.code, 'engine/in-doubt')
    }
  })
})

describe('a create that a foreign plugin refused for bad input', () => {
  test('does not prevent the corrected create, and leaves a record', async () => {
    const engine = await deniedOnce()
    const { plan, result } = await engine.up(db('good'))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(actions(plan).slice(0, 1), ['create db'])
    assert.match(plan.steps[1]?.reason ?? '', /perhaps left by a failed create; slipway up --settle \S+=exists/)
    assert.equal(engine.cloud.named('db').length, 1)
  })

  test('is forgotten after a minute if its provider finds a similar resource by its inputs alone', async () => {
    const engine = await deniedOnce()
    await engine.up(db('good'))
    assert.equal((await engine.state())?.resources.length, 2)
    engine.clock.time += minute
    await engine.up(db('good'))
    assert.deepEqual(
      (await engine.state())?.resources.map(({ status }) => status),
      ['created'],
    )
  })

  test('stays recorded if others were found by inputs that it lacks', async () => {
    const engine = await deniedOnce()
    findingBy(engine, 'zone')
    const named = { resources: { db: { type: 'fake/ask', spec: { value: 'good', zone: 'eu' } } } }
    await engine.up(named)
    engine.clock.time += 10 * minute
    await engine.up(named)
    assert.deepEqual(
      (await engine.state())?.resources.map(({ status }) => status),
      ['create-failed', 'created'],
    )
  })

  test('stays recorded if its provider finds resources only by computed values', async () => {
    const engine = await deniedOnce()
    await engine.up(db('good'))
    engine.clock.time += 10 * minute
    findingBy(engine, 'id')
    await engine.up(db('good'))
    assert.deepEqual(
      (await engine.state())?.resources.map(({ status }) => status),
      ['create-failed', 'created'],
    )
    const destroyed = await engine.destroy()
    assert.equal(destroyed.result.outcome, 'failed')
    assert.match(destroyed.result.failures[0]?.hint ?? '', /slipway destroy --settle \S+=missing/)
  })

  test('that created something undetected stays recorded, and is removed once the user says that it exists', async () => {
    const engine = new FakeEngine()
    findingBy(engine, 'id')
    denying(engine, true)
    await engine.up(db('bad'))
    engine.cloud.interfere = () => undefined
    await engine.up(db('good'))
    assert.equal(engine.cloud.things.size, 2)
    const made = [...engine.cloud.things.values()].find(({ spec }) => spec['value'] === 'bad')
    const row = (await engine.state())?.resources.find(({ status }) => status === 'create-failed')
    const id = made?.spec['id']
    assert.ok(typeof id === 'string')
    const settle = new Map([[row?.id ?? '', `exists:${id}` as const]])
    assert.equal((await engine.up(db('good'), { gather: { settle } })).result.outcome, 'succeeded')
    assert.deepEqual(
      engine.cloud.named('db').map(({ spec }) => spec['value']),
      ['good'],
    )
  })
})
