import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

const minute = 60_000

/** The plugin says that the input of `db` is bad; `isMade`: it has made something all the same. */
function denying(engine: FakeEngine, isMade: boolean): void {
  engine.cloud.interfere = ({ method, name, effect }) => {
    if (method === 'Deploy' && name === 'db' && effect === isMade)
      throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['too small'] })
  }
}

/** Its provider finds nothing without this property. */
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

describe('a create that a plugin has answered with an error, which its dialect calls an answer', () => {
  test('is made anew as it is wanted now', async () => {
    const engine = await failing({ answered: true })
    assert.equal((await engine.up(db('good'))).result.outcome, 'succeeded')
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'good')
  })

  test('stays as a row of which destroy tells, which ends well and holds nothing up', async () => {
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

  test('waits for its user without that word, or if it was cut short', async () => {
    for (const details of [{}, { answered: true, inDoubt: true }]) {
      const engine = await failing(details)
      const { result } = await engine.up(db('good'))
      assert.equal(result.failures[0]?.code, 'engine/in-doubt')
    }
  })
})

describe('a create of which a foreign plugin says that its input was bad', () => {
  test('stands in nobody’s way: what is mended is made, beside a row that says so', async () => {
    const engine = await deniedOnce()
    const { plan, result } = await engine.up(db('good'))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(actions(plan).slice(0, 1), ['create db'])
    assert.match(plan.steps[1]?.reason ?? '', /perhaps left by a failed create; slipway up --settle \S+=exists/)
    assert.equal(engine.cloud.named('db').length, 1)
  })

  test('is forgotten after a minute, once its provider has found another by nothing but what that was given', async () => {
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

  test('stays named where what others were found by is something that it was not given', async () => {
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

  test('stays named where its provider finds nothing without what it has computed', async () => {
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

  test('that has made something which it cannot find is named, and goes when the user says that it is there', async () => {
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
