import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ComputedValues, Failure } from '@slipway/model'
import type { Plan } from '../plan/shape/plan.ts'
import { type BlueprintDraft, data, ref } from '../testing/fake-blueprint.ts'
import { fakeFailure, plain } from '../testing/fake-cloud.ts'
import { actions, FakeEngine, site, statuses, told, withCommits } from '../testing/fake-engine.ts'

/** A blueprint in which a resource and a data source read a value that is known late, and another resource reads the data source. */
const readLate = (value: string) => ({
  data: { found: ref('db.spec.echo') },
  resources: {
    db: { spec: { value } },
    web: { spec: { value: ref('db.spec.echo') } },
    part: { spec: { value: data('found', 'answer') } },
  },
})

const pinned = (value: string) => ({ spec: { pinned: value } })

const keyed = (value: string): BlueprintDraft => ({
  resources: { db: { type: 'fake/keyed', spec: { zone: 'z', value } } },
})

/** Creates a resource that is found by its id alone, with this answer of its provider. */
async function answered(computed: ComputedValues | Promise<ComputedValues>) {
  const engine = new FakeEngine()
  const ports = engine.ports()
  const odd = { ...engine.cloud.provider(), deploy: () => Promise.resolve(computed) }
  const catalog = { ...ports.catalog, provider: () => Promise.resolve(odd) }
  const draft = { resources: { db: { type: 'fake/by-id' } } }
  const { result } = await engine.up(draft, { run: { ports: { ...ports, catalog } } })
  return { engine, result, record: (await engine.state())?.resources[0] }
}

const removals = ({ plan }: { plan: Plan }) =>
  plan.steps.flatMap(({ action, reason }) => (action === 'delete' ? [reason] : []))

describe('failures', () => {
  test('stop only their dependents, and are recorded with their reasons', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'db' && !effect) {
        throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['too small', 'too old'] })
      }
    }
    const { result, events } = await engine.up({
      ...site,
      resources: { ...site.resources, far: {}, top: { dependsOn: ['web'] } },
    })
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(result.counts, { failed: 1, skipped: 2, create: 1 })
    assert.deepEqual(
      events.flatMap((event) => {
        if (event.type === 'step-failed') return [`${event.name} failed`]
        return event.type === 'step-skipped' ? [`${event.name}: ${event.because}`] : []
      }),
      ['db failed', 'web: db was not deployed', 'top: web was not deployed'],
    )
    const state = await engine.state()
    assert.deepEqual(state?.resources.find(({ name }) => name === 'db')?.failureReasons, ['too small', 'too old'])
    assert.deepEqual(await statuses(engine), { db: 'create-failed', far: 'created' })
    assert.deepEqual((await engine.store.runs('site', 1))[0]?.reasons, ['db: too small; too old'])
    engine.cloud.interfere = () => undefined
    const healed = await engine.up(site)
    assert.equal(healed.plan.steps.find(({ name }) => name === 'db')?.reason, 'last create failed')
    assert.deepEqual(await statuses(engine), { db: 'created', web: 'created' })
  })

  test('keep an unwanted resource until a possible new name of it is stable', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { before: {} } })
    const deadlines = { stabilise: 1_000 }
    for (const value of ['one', 'two']) {
      engine.cloud.unstable.set('after', 1_000)
      const { events } = await engine.up({ resources: { after: { spec: { value } } } }, { run: { deadlines } })
      const skipped = events.find((event) => event.type === 'step-skipped')
      assert.match(
        skipped?.because ?? '',
        /^after failed, and may be meant to take its place; if not: slipway destroy --target before$/,
      )
      assert.deepEqual(Object.keys(await statuses(engine)), ['before', 'after'])
    }
    engine.cloud.unstable.clear()
    const { events } = await engine.up({ resources: { after: { spec: { value: 'three' } } } })
    const order = told(events)
    assert.ok(order.indexOf('step-finished after') < order.indexOf('step-started before'))
    assert.deepEqual(await statuses(engine), { after: 'updated' })
  })

  test('of a delete leave a resource in doubt if it was in doubt before', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (name === 'db' && (method === 'Destroy' || method === 'Deploy') && !effect) throw fakeFailure({})
    }
    await engine.up({ resources: { ...site.resources, db: { type: 'fake/repeatable' } } })
    const made = (await engine.state())?.resources.find(({ name }) => name === 'db')
    await engine.up({ resources: {} })
    assert.deepEqual(await statuses(engine), { db: made?.status })
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: { db: { type: 'fake/repeatable' } } })
    assert.deepEqual(await statuses(engine), { db: 'created' })
    assert.equal((await engine.state())?.resources[0]?.id, made?.id)
    assert.deepEqual(engine.cloud.madeTwice, [])
  })

  test('are recorded with their message if the plugin gives no reasons', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Destroy') throw fakeFailure({ message: 'it is stuck' })
    }
    await engine.up({ resources: { db: {} } })
    const { result } = await engine.destroy()
    assert.equal(result.outcome, 'failed')
    const state = await engine.state()
    assert.deepEqual(state?.resources[0]?.failureReasons, ['it is stuck'])
    assert.equal(state?.resources[0]?.status, 'destroy-failed')
  })

  test('of a refused destroy say what to remove by hand, and how to forget the resource', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Destroy') throw fakeFailure({ message: 'NoSuchEntity: there is no such role in it' })
    }
    await engine.up({ resources: { db: { type: 'fake/repeatable' } } })
    const { result } = await engine.destroy()
    const outside = (await engine.state())?.resources[0]?.spec['id']
    assert.equal(
      result.failures[0]?.hint,
      `if it still refuses: remove the fake/repeatable with the id "${plain(outside)}" by hand, then forget it: slipway state rm db`,
    )
  })

  test('do not reveal a secret that the plugin’s message contains', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method }) => {
      const reasons = ['cannot use "hush-\\"hush"', 'https://x/?p=hush-%22hush']
      if (method === 'Deploy')
        throw fakeFailure({ message: 'hush-"hush is bad', reasons, pluginErrorCode: 'TRANSIENT' })
    }
    const { result, events } = await engine.up({ resources: { db: { spec: { password: 'hush-"hush' } } } })
    assert.deepEqual(result.failures[0]?.reasons, ['cannot use "(secret)"', 'https://x/?p=(secret)'])
    const written = JSON.stringify([events, await engine.state(), await engine.store.runs('site', 9)])
    assert.doesNotMatch(written, /hush/)
  })

  test('of an update keep the old record, and the next run repairs it even with the old blueprint', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { spec: { value: 'one' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw fakeFailure()
    }
    await engine.up({ resources: { db: { spec: { value: 'two' } } } })
    assert.deepEqual(await statuses(engine), { db: 'update-failed' })
    engine.cloud.interfere = () => undefined
    const { plan } = await engine.up({ resources: { db: { spec: { value: 'one' } } } })
    assert.deepEqual(actions(plan), ['update db'])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'one')
  })

  test('of a replacement keep the old resource until there is a new one', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { spec: { pinned: 'a' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && !effect) throw fakeFailure()
    }
    await engine.up({ resources: { db: { spec: { pinned: 'b' } } } })
    assert.deepEqual(await statuses(engine), { db: 'created', 'db (old)': 'create-failed' })
    assert.equal(engine.cloud.things.size, 1)
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: { db: { spec: { pinned: 'b' } } } })
    assert.deepEqual(await statuses(engine), { db: 'created' })
    assert.deepEqual(
      Array.from(engine.cloud.things.values(), (thing) => thing.spec['pinned']),
      ['b'],
    )
  })

  test('of a successor name it by its id, not by the name of the old resource', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { type: 'fake/ask', spec: { pinned: 'a' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && !effect) throw fakeFailure()
    }
    const { result } = await engine.up({ resources: { db: { type: 'fake/ask', spec: { pinned: 'b' } } } })
    const attempt = (await engine.state())?.resources.find(({ replaced }) => replaced)
    assert.match(result.failures[0]?.hint ?? '', new RegExp(`slipway state rm ${attempt?.id}$`))

    const back = await engine.plan({ resources: { db: { type: 'fake/ask', spec: { pinned: 'a' } } } })
    const kept = back.plan.steps.find(({ current }) => current?.id === attempt?.id)
    assert.equal(kept?.action, 'none')
    assert.match(kept.reason ?? '', new RegExp(`^perhaps left by a failed create; .*--settle ${attempt?.id}=exists`))
  })

  test('keep the dependencies of an open attempt, and the plan says so', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: pinned('a') } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && !effect) throw fakeFailure()
    }
    const app = { type: 'fake/ask', spec: { value: ref('db.spec.id') } }
    await engine.up({ resources: { db: pinned('a'), app } })
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: { db: pinned('b') } })

    const { plan, result } = await engine.up({ resources: { db: pinned('b') } })
    const reasons = plan.steps.flatMap(({ name, action, reason }) =>
      reason === undefined ? [] : [`${action} ${name}: ${reason}`],
    )
    assert.match(reasons.join('\n'), /^none app: perhaps left by a failed create; [^\n]*\nnone db: app still reads it$/)
    assert.deepEqual(result.counts, {})
    assert.equal(engine.cloud.things.size, 2)
  })

  test('of a successor count the old resource, destroyed for it, as destroyed', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { type: 'fake/exclusive', spec: { pinned: 'a' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && !effect) throw fakeFailure()
    }
    const { result } = await engine.up({ resources: { db: { type: 'fake/exclusive', spec: { pinned: 'b' } } } })
    assert.equal(engine.cloud.things.size, 0)
    assert.deepEqual(result.counts, { failed: 1, delete: 1 })
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: { db: { type: 'fake/exclusive', spec: { pinned: 'b' } } } })
    const replaced = await engine.up({ resources: { db: { type: 'fake/exclusive', spec: { pinned: 'c' } } } })
    assert.deepEqual(replaced.result.counts, { replace: 1 })
  })

  test('of a successor say if the old resource could not be destroyed', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { type: 'fake/exclusive', spec: { pinned: 'a' } } } })
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Destroy') throw fakeFailure()
    }
    const { events } = await engine.up({ resources: { db: { type: 'fake/exclusive', spec: { pinned: 'b' } } } })
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'step-skipped' ? [event.because] : [])),
      ['the old one was not removed'],
    )
  })

  test('of a create leave a second record of the name, which the plan marks', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { spec: { pinned: 'a' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw fakeFailure()
    }
    const { events } = await engine.up({ resources: { db: { spec: { pinned: 'b' } } } })
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'step-skipped' ? [event.because] : [])),
      ['its successor could not be made'],
    )
    assert.deepEqual(removals(await engine.plan({ resources: { db: { spec: { pinned: 'a' } } } })), [
      'left by a failed create',
    ])
    assert.deepEqual(removals(await engine.plan({ resources: { db: { spec: { pinned: 'b' } } } })), ['replaced'])
  })

  test('of a replacement do not prevent an update of the old resource', async () => {
    const engine = new FakeEngine()
    await engine.up(keyed('one'))
    const [record] = (await engine.state())?.resources ?? []
    assert.ok(record)
    // The record has the form that earlier versions left: the attempt has the name.
    const attempt = { ...record, id: 'attempt', status: 'create-interrupted', doubtSince: 1 } as const
    const { deployedAt: _, ...neverSeen } = attempt
    await engine.store.commit(await engine.lease(), [
      { kind: 'resource', resource: { ...record, replaced: true } },
      { kind: 'resource', resource: neverSeen },
    ])
    const { result } = await engine.up(keyed('two'))
    assert.deepEqual(result.failures, [])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'two')
    const again = await engine.plan(keyed('two'))
    assert.deepEqual(actions(again.plan), [])
  })

  test('name a computed value that its schema does not allow, and the resource is recorded', async () => {
    const engine = new FakeEngine()
    const provider = engine.cloud.provider()
    const ports = engine.ports()
    const bad = { ...provider, deploy: () => Promise.resolve({ 'spec.id': 5, 'spec.other': 'x' }) }
    const catalog = { ...ports.catalog, provider: () => Promise.resolve(bad) }
    const { result } = await engine.up({ resources: { db: {} } }, { run: { ports: { ...ports, catalog } } })
    assert.equal(result.failures[0]?.code, 'engine/bad-computed-value')
    assert.match(result.failures[0]?.reasons[0] ?? '', /spec\.id/)
    const [record] = (await engine.state())?.resources ?? []
    assert.equal(record?.status, 'create-failed')
    assert.notEqual(record?.deployedAt, undefined)
  })

  test('over one bad computed value leave the others recorded, and the resource can be found by them', async () => {
    const { result, record } = await answered({ 'spec.other': 'x', 'spec.id': 'n1' })
    assert.equal(result.failures[0]?.code, 'engine/bad-computed-value')
    assert.deepEqual([record?.status, record?.spec['id']], ['create-failed', 'n1'])
  })

  test('over an id that cannot be recorded leave the resource in doubt if nothing else identifies it', async () => {
    const { result, record, engine } = await answered({ 'spec.id': 5 })
    assert.equal(result.failures[0]?.code, 'engine/bad-computed-value')
    assert.deepEqual([record?.status, record?.deployedAt], ['create-failed', undefined])
    const destroyed = await engine.destroy()
    assert.equal(destroyed.result.failures[0]?.code, 'engine/in-doubt')
  })

  for (const [value, computed, id, deployedAt, code] of [
    ['another value', { 'spec.echo': 5, 'spec.id': 'n1' }, 'n1', 1_000_000, 'plugin/call-failed'],
    ['its id', { 'spec.id': 5 }, undefined, undefined, 'engine/bad-computed-value'],
  ] as const)
    test(`over a bad ${value} leave a created resource known or in doubt, and the run continues`, async () => {
      const { result, record, engine } = await answered(Promise.reject(fakeFailure({ made: computed })))
      assert.equal(result.failures[0]?.code, code)
      assert.deepEqual([record?.status, record?.spec['id'], record?.deployedAt], ['create-failed', id, deployedAt])
      assert.deepEqual((await engine.state())?.intents, [])
    })

  test('of the store end the run with the store’s error', async () => {
    const engine = new FakeEngine()
    const { plan, gathered, blueprint } = await engine.plan({ resources: { ...site.resources, far: {} } })
    let commits = 0
    engine.cloud.interfere = async ({ name, method }) => {
      if (name === 'far' && method === 'Deploy') await new Promise(() => undefined)
    }
    const store = withCommits(engine.store, async (lease, changes) => {
      if (++commits >= 4) throw new Failure('state/full', 'the disk is full')
      await engine.store.commit(lease, changes)
    })
    await assert.rejects(engine.run(plan, gathered, blueprint, { store }), { code: 'state/full' })
    const state = await engine.state()
    assert.deepEqual(
      state?.intents.map(({ resource }) => resource.name),
      ['db', 'far'],
    )
  })
})

describe('stabilising', () => {
  test('is asked for at once, then with growing pauses, while other steps continue', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 3)
    const { events } = await engine.up({ resources: { db: {}, web: { dependsOn: ['db'] } } })
    assert.deepEqual(engine.clock.slept, [100, 150, 225])
    const order = told(events)
    assert.ok(order.indexOf('step-started web') < order.indexOf('step-finished db'))
    assert.deepEqual(await statuses(engine), { db: 'created', web: 'created' })
  })

  test('is waited for by the types that declare it', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 3)
    const { events } = await engine.up({
      resources: { db: {}, web: { type: 'fake/picky', dependsOn: ['db'] } },
    })
    const order = told(events)
    assert.ok(order.indexOf('step-finished db') < order.indexOf('step-started web'))
  })

  test('is waited for by readers of a field that is known only then', async () => {
    const engine = new FakeEngine()
    engine.cloud.late.add('db')
    for (const value of ['one', 'two']) {
      engine.cloud.unstable.set('db', 3)
      const { events } = await engine.up(readLate(value))
      const order = told(events)
      for (const name of ['web', 'part'])
        assert.ok(order.indexOf('step-finished db') < order.indexOf(`step-started ${name}`))
      assert.equal(engine.cloud.named('web')[0]?.spec['value'], `echo of ${value}`)
      assert.equal(engine.cloud.named('part')[0]?.spec['value'], `answer to echo of ${value}`)
    }
  })

  test('that takes too long fails the step, and the resource stays recorded', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 1_000)
    const deadlines = { stabilise: 1_000 }
    const { result } = await engine.up(
      { resources: { db: {}, web: { type: 'fake/picky', dependsOn: ['db'] } } },
      { run: { deadlines } },
    )
    assert.equal(result.failures[0]?.code, 'engine/not-stabilised')
    assert.deepEqual(result.counts, { failed: 1, skipped: 1 })
    assert.deepEqual(await statuses(engine), { db: 'create-failed' })
    engine.cloud.unstable.delete('db')
    await engine.up({ resources: { db: {} } })
    assert.deepEqual(engine.cloud.madeTwice, [])
    assert.deepEqual(await statuses(engine), { db: 'updated' })
  })
})
