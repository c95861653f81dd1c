import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Plan } from '../../plan/shape/plan.ts'
import { type BlueprintDraft, call, ref } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine, told } from '../../testing/fake-engine.ts'

function phases(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls
    .filter((made) => made.startsWith('Update'))
    .map((made) => made.replace('web::db', '').trim())
}

async function recorded(engine: FakeEngine): Promise<readonly string[]> {
  return ((await engine.state())?.links ?? []).map(({ name, status }) => `${name} ${status}`)
}

/** The recorded links that may go, as far as the plan knows, with the value on which that depends. */
function mayGo({ links = [] }: Plan): readonly string[] {
  return links.flatMap(({ name, conditionUntil, current }) =>
    conditionUntil !== undefined && current !== undefined ? [`${name} ${conditionUntil}`] : [],
  )
}

/** A blueprint in which `web` links to `db`, which exists if the echo of `flag` contains a yes. */
const decided = (flag: string): BlueprintDraft => ({
  resources: {
    flag: { spec: { value: flag } },
    db: { type: 'fake/ask', condition: call('contains', ref('flag.spec.echo'), 'yes') },
    web: { spec: { value: 'site' } },
  },
  links: ['web::db'],
})

/** The blueprint `decided` with a resource `sign` that says whether the link exists. */
const reading = (flag: string): BlueprintDraft => {
  const said = call('if', call('eq', call('link', ref('web'), ref('db')), null), 'nobody', 'somebody')
  return { resources: { ...decided(flag).resources, sign: { spec: { value: said } } }, links: ['web::db'] }
}

async function signOf(engine: FakeEngine): Promise<unknown> {
  return (await engine.state())?.resources.find(({ name }) => name === 'sign')?.spec['value']
}

describe('a link to a resource whose condition is open', () => {
  test('is not created if the condition is false', async () => {
    const engine = new FakeEngine()
    const { plan, result, events } = await engine.up(decided('no'))
    assert.deepEqual(
      plan.links?.map(({ action, key }) => `${action} ${key}`),
      ['create web::db'],
    )
    assert.equal(result.outcome, 'succeeded')
    assert.ok(told(events).includes('step-dropped web::db'))
    assert.deepEqual(phases(engine), [])
    assert.deepEqual(await recorded(engine), [])
    assert.deepEqual(actions((await engine.plan(decided('no'))).plan), [])
  })

  test('is removed before the resource, even though the link itself is unchanged', async () => {
    const engine = new FakeEngine()
    await engine.up(decided('yes'))
    assert.deepEqual(await recorded(engine), ['web::db created'])
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(decided('no'))
    assert.deepEqual(mayGo(plan), ['web::db resources.flag.spec.echo'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(phases(engine), ['UpdateIntermediaryResources', 'UpdateResourceB', 'UpdateResourceA'])
    const order = engine.cloud.calls
    assert.ok(order.indexOf('UpdateResourceA web::db') < order.indexOf('Destroy db'))
    assert.deepEqual([await recorded(engine), engine.cloud.links.done.size], [[], 0])
    await engine.up(decided('yes'))
    assert.deepEqual(await recorded(engine), ['web::db created'])
  })

  test('stays with the resource, and is created with it', async () => {
    const engine = new FakeEngine()
    await engine.up(decided('yes'))
    const before = (await engine.state())?.links?.map(({ id }) => id)
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(decided('yes, still'))
    assert.deepEqual(mayGo(plan), ['web::db resources.flag.spec.echo'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(phases(engine), [])
    assert.deepEqual(
      (await engine.state())?.links?.map(({ id }) => id),
      before,
    )
  })

  test('is null for its readers once the condition is false', async () => {
    const engine = new FakeEngine()
    for (const [flag, wanted] of [
      ['no', 'nobody'],
      ['yes', 'somebody'],
      ['no', 'nobody'],
    ] as const) {
      const { result } = await engine.up(reading(flag))
      assert.equal(result.outcome, 'succeeded', flag)
      assert.equal(await signOf(engine), wanted)
      assert.deepEqual(actions((await engine.plan(reading(flag))).plan), [])
    }
  })

  test('is removed with that reason if the condition is known to be false', async () => {
    const engine = new FakeEngine()
    await engine.up(decided('yes'))
    const { resources } = decided('yes')
    const condition = call('contains', ref('flag.spec.echo'), 'other')
    const { plan } = await engine.up({
      resources: { ...resources, db: { type: 'fake/ask', condition } },
      links: ['web::db'],
    })
    assert.deepEqual(
      plan.links?.map(({ action, reason }) => [action, reason]),
      [['delete', 'the condition of db is false']],
    )
    assert.deepEqual(engine.cloud.names(), ['flag', 'web'])
    assert.deepEqual((await engine.state())?.links ?? [], [])
  })
})
