import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { actions, FakeEngine, statuses } from '../testing/fake-engine.ts'
import { asking } from '../testing/fake-program.ts'

const nothing: BlueprintDraft = { resources: {} }

function holding(spec: Record<string, string>, more: { type?: string } = {}): BlueprintDraft {
  return { resources: { db: { ...more, spec } } }
}

/** An engine with a resource whose delete failed with an answer. `effect`: the thing is gone nevertheless. */
async function refused(draft: BlueprintDraft, { effect = false, next = nothing } = {}): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft)
  engine.cloud.interfere = (call) => {
    if (call.method === 'Destroy' && call.effect === effect) throw fakeFailure({ message: 'it is not empty' })
  }
  const { result } = await engine.up(next)
  assert.equal(result.outcome, 'failed')
  engine.cloud.interfere = () => undefined
  engine.cloud.calls.length = 0
  return engine
}

function onlyId({ cloud }: FakeEngine): string | undefined {
  assert.equal(cloud.things.size, 1)
  return [...cloud.things.keys()][0]
}

/** The calls of the provider that change something, in order. */
function changes({ cloud }: FakeEngine): string[] {
  return cloud.calls.filter((call) => /^(Deploy|Destroy) /.test(call))
}

describe('a resource left by a failed delete', () => {
  for (const type of ['fake/find', 'fake/ask', 'fake/repeatable', 'fake/exclusive']) {
    test(`is the resource again if it is wanted again, for ${type}`, async () => {
      const engine = await refused(holding({ value: 'data' }, { type }))
      const id = onlyId(engine)
      const { plan, result } = await engine.up(holding({ value: 'data' }, { type }))
      assert.deepEqual([actions(plan), plan.steps[0]?.reason], [['update db'], 'last delete did not finish'])
      assert.equal(result.outcome, 'succeeded')
      assert.deepEqual(changes(engine), ['Deploy db'])
      assert.equal(onlyId(engine), id)
      assert.deepEqual(await statuses(engine), { db: 'updated' })
      assert.deepEqual(actions((await engine.plan(holding({ value: 'data' }, { type }))).plan), [])
    })
  }

  test('is the resource again in a program', async () => {
    const engine = await refused(holding({ value: 'data' }))
    const id = onlyId(engine)
    const { result } = await engine.program(asking([{ name: 'db', spec: { value: 'data' } }]))
    assert.deepEqual(result.counts, { update: 1 })
    assert.equal(onlyId(engine), id)
    assert.deepEqual(changes(engine), ['Deploy db'])
  })

  test('is updated as wanted, and can be removed later', async () => {
    const engine = await refused(holding({ value: 'data' }))
    await engine.up(holding({ value: 'force' }))
    await engine.up(nothing)
    assert.deepEqual(changes(engine), ['Deploy db', 'Destroy db'])
    assert.equal(engine.cloud.things.size, 0)
  })

  test('is repaired if the delete did a part of its work', async () => {
    const engine = await refused(holding({ value: 'data' }))
    const [thing] = engine.cloud.named('db')
    if (thing !== undefined) thing.spec['value'] = 'half'
    const { plan } = await engine.up(holding({ value: 'data' }))
    assert.deepEqual(plan.steps[0]?.changes, [{ path: 'spec.value', previous: 'half', next: 'data' }])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'data')
  })

  test('is left alone while it cannot be read', async () => {
    for (const spec of [{ value: 'data' }, { value: 'more' }, { pinned: 'other' }]) {
      const engine = await refused(holding({ value: 'data' }))
      engine.cloud.interfere = ({ method }) => {
        if (method === 'GetExternalState') throw fakeFailure({ message: 'the service is down' })
      }
      const { result } = await engine.up(holding(spec))
      assert.equal(result.outcome, 'failed')
      assert.match(result.failures[0]?.reasons[0] ?? '', /the service is down/)
      assert.deepEqual(changes(engine), [])
      assert.deepEqual(await statuses(engine), { db: 'destroy-failed' })
    }
  })

  test('is replaced if a change requires it, and destroyed after its successor is created', async () => {
    const engine = await refused(holding({ pinned: 'one' }))
    const { plan } = await engine.up(holding({ pinned: 'two' }))
    assert.deepEqual([actions(plan), plan.steps[0]?.replaceBecause], [['replace db'], ['spec.pinned']])
    assert.deepEqual(changes(engine), ['Deploy db', 'Destroy db'])
    assert.equal(engine.cloud.things.size, 1)
  })

  test('is destroyed again if it is unwanted', async () => {
    const engine = await refused(holding({ value: 'data' }))
    const { plan } = await engine.up(nothing)
    assert.deepEqual(actions(plan), ['delete db'])
    assert.equal(engine.cloud.things.size, 0)
  })

  test('is created again if nothing was left', async () => {
    const engine = await refused(holding({ value: 'data' }), { effect: true })
    const { plan } = await engine.up(holding({ value: 'data' }))
    assert.deepEqual([actions(plan), plan.steps[0]?.reason], [['create db'], 'missing outside'])
    assert.deepEqual(await statuses(engine), { db: 'created' })
  })
})

describe('a refresh of a resource left by a failed delete', () => {
  test('records the resource as it is', async () => {
    const engine = await refused(holding({ value: 'data' }))
    const { plan } = await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.deepEqual([actions(plan), plan.steps[0]?.reason], [['update db'], 'last delete did not finish'])
    assert.deepEqual(await statuses(engine), { db: 'updated' })
    assert.deepEqual((await engine.state())?.resources[0]?.failureReasons, [])
    assert.deepEqual(actions((await engine.plan(holding({ value: 'data' }))).plan), [])
  })

  test('forgets the resource if nothing was left', async () => {
    const engine = await refused(holding({ value: 'data' }), { effect: true })
    await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.deepEqual(await statuses(engine), {})
  })
})

describe('a resource whose destroy for a successor failed', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((pinned) => holding({ pinned }, { type: 'fake/exclusive' }))

  test('is the resource again if the blueprint is reverted', async () => {
    const engine = await refused(one ?? {}, { next: two ?? {} })
    const id = onlyId(engine)
    assert.deepEqual(await statuses(engine), { 'db (old)': 'destroy-failed', db: 'absent' })
    const { plan } = await engine.up(one)
    assert.deepEqual(actions(plan), ['update db'])
    assert.equal(onlyId(engine), id)
    assert.deepEqual(await statuses(engine), { db: 'updated' })
  })

  for (const isRefreshed of [false, true]) {
    test(`is otherwise still destroyed first${isRefreshed ? ', also after a refresh' : ''}`, async () => {
      const engine = await refused(one ?? {}, { next: two ?? {} })
      if (isRefreshed) await engine.up(undefined, { plan: { operation: 'refresh' } })
      engine.cloud.calls.length = 0
      const { plan } = await engine.up(three)
      assert.equal(plan.steps.find(({ action }) => action === 'replace')?.destroyFirst, true)
      assert.deepEqual(changes(engine), ['Destroy db', 'Deploy db'])
      assert.deepEqual(await statuses(engine), { db: 'created' })
    })
  }

  test('is destroyed after creates of its type if a possibly renamed resource reads it', async () => {
    const type = 'fake/exclusive'
    const site = (name: string): BlueprintDraft => ({
      resources: {
        [name]: { type, spec: { pinned: '1' } },
        app: { type, spec: { pinned: '2', value: ref(`${name}.spec.id`) } },
      },
    })
    const engine = await refused(site('old'), { next: site('new') })
    engine.cloud.interfere = (call) => {
      if (call.method === 'Deploy' && !call.effect) throw fakeFailure({ refused: true })
    }
    const { events } = await engine.up({ resources: { other: { type, spec: { pinned: '3' } } } })
    assert.deepEqual(changes(engine), ['Deploy other'])
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'step-skipped' ? [[event.name, event.because]] : [])),
      [
        [
          'app',
          'other could not be made, and may be this one under another name; if so: slipway state mv app other; if not: slipway destroy --target app',
        ],
        ['old', 'app was not removed'],
      ],
    )
  })
})

describe('a delete that fails after one that was cut off', () => {
  const [one, two] = ['one', 'two'].map((pinned) => holding({ pinned }))

  /** An engine in which the delete of the old resource is interrupted, the blueprint goes back, and the delete is then answered with a failure. */
  async function answered(afterMs: number): Promise<FakeEngine> {
    const engine = new FakeEngine()
    await engine.up(one)
    let isCut = true
    engine.cloud.interfere = (call) => {
      if (call.method === 'Destroy' && !call.effect) throw fakeFailure({ message: 'it is in use', inDoubt: isCut })
    }
    await engine.up(two)
    isCut = false
    engine.clock.time += afterMs
    await engine.up(one)
    engine.cloud.interfere = () => undefined
    engine.cloud.calls.length = 0
    return engine
  }

  test('proves nothing while the first one may still take effect', async () => {
    const engine = await answered(1_000)
    const [first] = (await engine.state())?.resources ?? []
    assert.deepEqual([first?.spec['pinned'], first?.status], ['one', 'destroy-interrupted'])
    await engine.up(one)
    assert.deepEqual(changes(engine), ['Destroy db', 'Deploy db', 'Destroy db'])
    assert.equal(engine.cloud.things.size, 1)
  })

  test('proves that the resource exists once the first one can no longer take effect', async () => {
    const engine = await answered(61_000)
    await engine.up(one)
    assert.deepEqual(changes(engine), ['Deploy db', 'Destroy db'])
    assert.equal(engine.cloud.things.size, 1)
  })
})
