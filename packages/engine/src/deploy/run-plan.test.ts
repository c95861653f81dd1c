import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { containsSecret, Failure, secret } from '@slipway/model'
import type { RunEvent } from './events.ts'
import { type BlueprintDraft, call, data, ref, text } from '../testing/fake-blueprint.ts'
import { fakeFailure, plain } from '../testing/fake-cloud.ts'
import { actions, FakeEngine, withCommits } from '../testing/fake-engine.ts'

const site = {
  resources: {
    web: { spec: { value: text('to ', ref('db.spec.id')) } },
    db: { spec: { value: 'data' } },
  },
  exports: { url: ref('web.spec.echo') },
}

function types(events: readonly RunEvent[]): string[] {
  return events.map((event) => ('name' in event ? `${event.type} ${event.name}` : event.type))
}

async function records(engine: FakeEngine): Promise<Record<string, string>> {
  const state = await engine.state()
  return Object.fromEntries(
    (state?.resources ?? []).map(({ name, status, replaced }) => [replaced ? `${name} (old)` : name, status]),
  )
}

function chain(value: string): BlueprintDraft {
  return {
    resources: {
      far: { spec: { value: 'far' } },
      db: { spec: { value } },
      web: { spec: { value: ref('db.spec.echo') } },
      top: { spec: { value: ref('web.spec.id') } },
    },
  }
}

function read(tag: string): BlueprintDraft {
  return {
    resources: {
      db: { spec: { value: 'same', tags: { tag } } },
      web: { spec: { value: ref('db.spec.echo') } },
    },
  }
}

function pinnedDb(pinned: string): BlueprintDraft {
  return {
    resources: { db: { spec: { pinned } }, web: { spec: { value: ref('db.spec.id') } } },
  }
}

function exclusiveDb(pinned: string): BlueprintDraft {
  return {
    resources: {
      db: { type: 'fake/exclusive', spec: { pinned } },
      web: { spec: { pinned: ref('db.spec.id') } },
    },
  }
}

function pinnedWeb(tag: string): BlueprintDraft {
  return {
    resources: { db: { spec: { tags: { tag } } }, web: { spec: { pinned: ref('db.spec.echo') } } },
  }
}

describe('up', () => {
  test('makes things in order, records them, and then has nothing to do', async () => {
    const engine = new FakeEngine()
    const { plan, result, events } = await engine.up(site)
    assert.deepEqual(actions(plan), ['create web', 'create db'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(result.counts, { create: 2 })
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'HasStabilised db', 'Deploy web', 'HasStabilised web'])
    assert.equal(result.exports['url'], 'echo of to id of db id000002')
    assert.deepEqual(types(events), [
      'run-started',
      'step-started db',
      'step-finished db',
      'step-started web',
      'step-finished web',
      'run-finished',
    ])
    assert.deepEqual(await records(engine), { db: 'created', web: 'created' })
    const state = await engine.state()
    assert.equal(state?.intents.length, 0)
    assert.equal(state?.instance.status, 'deployed')
    const again = await engine.plan(site)
    assert.deepEqual(actions(again.plan), [])
    assert.equal(again.plan.exportsChanged, false)
  })

  test('changes only what depends on what has changed', async () => {
    const engine = new FakeEngine()
    await engine.up(chain('one'))
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(chain('two'))
    assert.deepEqual(actions(plan), ['update db', 'update web'])
    assert.deepEqual(result.counts, { update: 2 })
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'HasStabilised db', 'Deploy web', 'HasStabilised web'])
  })

  test('makes no call for what turns out not to have changed', async () => {
    const engine = new FakeEngine()
    await engine.up(read('one'))
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(read('two'))
    assert.deepEqual(actions(plan), ['update db', 'update web'])
    assert.deepEqual(result.counts, { update: 1, none: 1 })
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'HasStabilised db'])
  })

  test('replaces: the new one first, then those that use it, the old one last', async () => {
    const engine = new FakeEngine()
    await engine.up(pinnedDb('a'))
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(pinnedDb('b'))
    assert.deepEqual(actions(plan), ['replace db', 'update web'])
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['spec.pinned'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      engine.cloud.calls.filter((name) => !name.startsWith('Has')),
      ['Deploy db', 'Deploy web', 'Destroy db'],
    )
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    assert.deepEqual(await records(engine), { db: 'created', web: 'updated' })
  })

  test('replaces: the old one first where its type wants that', async () => {
    const engine = new FakeEngine()
    await engine.up(exclusiveDb('a'))
    engine.cloud.calls.length = 0
    await engine.up(exclusiveDb('b'))
    assert.deepEqual(
      engine.cloud.calls.filter((name) => !name.startsWith('Has')),
      ['Destroy web', 'Destroy db', 'Deploy db', 'Deploy web'],
    )
  })

  test('a replacement that turns out not to be needed leaves the old one alone', async () => {
    const engine = new FakeEngine()
    await engine.up(pinnedWeb('a'))
    const { plan, result } = await engine.up(pinnedWeb('b'))
    assert.deepEqual(actions(plan), ['update db', 'replace web'])
    assert.deepEqual(result.counts, { update: 1, none: 1 })
    assert.equal(engine.cloud.named('web').length, 1)
  })

  test('reads data sources and calls functions, once each, in the middle of a run where need be', async () => {
    const engine = new FakeEngine()
    const draft = {
      data: { early: 'fixed', late: ref('db.spec.id') },
      resources: {
        db: { spec: { value: call('shout', data('early', 'answer')), password: data('early', 'token') } },
        web: { spec: { value: text(data('late', 'answer'), ' ', call('shout', data('early', 'answer'))) } },
      },
    }
    const { result } = await engine.up(draft)
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.calls.slice(0, 2), ['Fetch early', 'Call shout'])
    assert.equal(engine.cloud.calls.filter((name) => name === 'Call shout').length, 1)
    assert.match(plain(engine.cloud.named('web')[0]?.spec['value']), /^answer to id of db .* ANSWER TO FIXED$/)
    const state = await engine.state()
    assert.equal(containsSecret(state?.resources.find(({ name }) => name === 'db')?.spec['password'] ?? null), true)
    const again = await engine.plan(draft)
    assert.deepEqual(actions(again.plan), [])
  })

  test('what is computed from secrets is secret in state and exports', async () => {
    const engine = new FakeEngine()
    const draft = {
      resources: { db: { spec: { value: secret('hush') } } },
      exports: { url: ref('db.spec.echo') },
    }
    const { result } = await engine.up(draft)
    assert.equal(containsSecret(result.exports['url'] ?? null), true)
    assert.equal(JSON.stringify((await engine.state())?.resources).includes('hush'), false)
  })
})

describe('failures', () => {
  test('stop what depends on them and nothing else; the reasons are recorded', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'db' && !effect) {
        throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['too small', 'too old'] })
      }
    }
    const { result, events } = await engine.up({
      resources: { ...site.resources, far: {}, top: { dependsOn: ['web'] } },
      exports: site.exports,
    })
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(result.counts, { failed: 1, skipped: 2, create: 1 })
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'step-skipped' ? [`${event.name}: ${event.because}`] : [])),
      ['web: db was not deployed', 'top: web was not deployed'],
    )
    const state = await engine.state()
    assert.deepEqual(state?.resources.find(({ name }) => name === 'db')?.failureReasons, ['too small', 'too old'])
    assert.deepEqual(await records(engine), { db: 'create-failed', far: 'created' })
    assert.deepEqual((await engine.store.runs('site', 1))[0]?.reasons, ['db: too small; too old'])
    engine.cloud.interfere = () => undefined
    const healed = await engine.up(site)
    assert.equal(healed.plan.steps.find(({ name }) => name === 'db')?.reason, 'last create failed')
    assert.deepEqual(await records(engine), { db: 'created', web: 'created' })
  })

  test('without reasons of the plugin the message is the reason', async () => {
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

  test('a failed update keeps what was, and is made good by the next run even with the old blueprint', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { spec: { value: 'one' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw fakeFailure()
    }
    await engine.up({ resources: { db: { spec: { value: 'two' } } } })
    assert.deepEqual(await records(engine), { db: 'update-failed' })
    engine.cloud.interfere = () => undefined
    const { plan } = await engine.up({ resources: { db: { spec: { value: 'one' } } } })
    assert.deepEqual(actions(plan), ['update db'])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'one')
  })

  test('a failed replacement keeps the old resource until there is a new one', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: { spec: { pinned: 'a' } } } })
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && !effect) throw fakeFailure()
    }
    await engine.up({ resources: { db: { spec: { pinned: 'b' } } } })
    assert.deepEqual(await records(engine), { 'db (old)': 'created', db: 'create-failed' })
    assert.equal(engine.cloud.things.size, 1)
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: { db: { spec: { pinned: 'b' } } } })
    assert.deepEqual(await records(engine), { db: 'created' })
    assert.deepEqual(
      Array.from(engine.cloud.things.values(), (thing) => thing.spec['pinned']),
      ['b'],
    )
  })

  test('a computed value that the schema does not allow is refused by name, and the resource is known', async () => {
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

  test('a store that fails ends the run with its own failure', async () => {
    const engine = new FakeEngine()
    const { plan, gathered, blueprint } = await engine.plan(site)
    let commits = 0
    const store = withCommits(engine.store, async (lease, changes) => {
      if (++commits === 3) throw new Failure('state/full', 'the disk is full')
      await engine.store.commit(lease, changes)
    })
    await assert.rejects(engine.run(plan, gathered, blueprint, { store }), { code: 'state/full' })
    const state = await engine.state()
    assert.deepEqual(
      state?.intents.map(({ resource }) => resource.name),
      ['db'],
    )
  })
})

describe('stabilising', () => {
  test('is asked at once, then with growing pauses, and others go on meanwhile', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 3)
    const { events } = await engine.up({ resources: { db: {}, web: { dependsOn: ['db'] } } })
    assert.deepEqual(engine.clock.slept, [100, 150, 225])
    const told = types(events)
    assert.ok(told.indexOf('step-started web') < told.indexOf('step-finished db'))
    assert.deepEqual(await records(engine), { db: 'created', web: 'created' })
  })

  test('is waited for by types that say so', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 3)
    const { events } = await engine.up({
      resources: { db: {}, web: { type: 'fake/picky', dependsOn: ['db'] } },
    })
    const told = types(events)
    assert.ok(told.indexOf('step-finished db') < told.indexOf('step-started web'))
  })

  test('that takes too long fails the step; the resource stays known', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 1_000)
    const deadlines = { stabilise: 1_000 }
    const { result } = await engine.up(
      { resources: { db: {}, web: { type: 'fake/picky', dependsOn: ['db'] } } },
      { run: { deadlines } },
    )
    assert.equal(result.failures[0]?.code, 'engine/not-stabilised')
    assert.deepEqual(result.counts, { failed: 1, skipped: 1 })
    assert.deepEqual(await records(engine), { db: 'create-failed' })
    engine.cloud.unstable.delete('db')
    await engine.up({ resources: { db: {} } })
    assert.deepEqual(engine.cloud.madeTwice, [])
    assert.deepEqual(await records(engine), { db: 'updated' })
  })
})

describe('interruption', () => {
  test('once: finishes what is in flight, starts nothing more', async () => {
    const engine = new FakeEngine()
    const stop = new AbortController()
    engine.cloud.interfere = ({ method, name, effect }) => {
      if (method === 'Deploy' && name === 'db' && !effect) stop.abort()
    }
    const { result } = await engine.up(site, { run: { stop: stop.signal } })
    assert.equal(result.outcome, 'cancelled')
    assert.deepEqual(await records(engine), { db: 'created' })
    assert.equal((await engine.state())?.instance.status, 'interrupted')
    assert.equal((await engine.state())?.intents.length, 0)
  })

  test('twice: gives calls up, and the next run settles them', async () => {
    const engine = new FakeEngine()
    const cancel = new AbortController()
    const forever = Promise.withResolvers<void>()
    engine.cloud.interfere = async ({ method, effect }) => {
      if (method !== 'Deploy' || !effect) return
      cancel.abort()
      await forever.promise
    }
    const { result } = await engine.up(site, { run: { stop: cancel.signal, cancel: cancel.signal } })
    assert.equal(result.outcome, 'cancelled')
    assert.equal(result.failures[0]?.inDoubt, true)
    assert.deepEqual(await records(engine), { db: 'create-interrupted' })
    engine.cloud.interfere = () => undefined
    const next = await engine.up(site)
    assert.deepEqual(
      next.gathered.settled.map(({ name, verdict }) => `${name} ${verdict}`),
      ['db exists'],
    )
    assert.deepEqual(actions(next.plan), ['create web'])
    assert.deepEqual(engine.cloud.madeTwice, [])
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    forever.resolve()
  })

  test('during the pause before a retry the last failure stands', async () => {
    const engine = new FakeEngine()
    const stop = new AbortController()
    engine.cloud.interfere = ({ method }) => {
      if (method !== 'Deploy') return
      stop.abort()
      throw fakeFailure({ pluginErrorCode: 'TRANSIENT' })
    }
    const { result } = await engine.up({ resources: { db: {} } }, { run: { stop: stop.signal } })
    assert.equal(result.outcome, 'cancelled')
    assert.deepEqual(engine.cloud.calls, ['Deploy db'])
    assert.deepEqual(await records(engine), { db: 'create-failed' })
  })
})

describe('destroy', () => {
  test('takes everything down, what depends on others first', async () => {
    const engine = new FakeEngine()
    await engine.up({ ...site, resources: { ...site.resources, kept: { removalPolicy: 'retain' } } })
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.destroy()
    assert.deepEqual(actions(plan).toSorted(), ['delete db', 'delete web', 'forget kept'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.calls, ['Destroy web', 'Destroy db'])
    assert.deepEqual(engine.cloud.names(), ['kept'])
    const state = await engine.state()
    assert.equal(state?.instance.status, 'destroyed')
    assert.deepEqual({ ...state?.instance.exports }, {})
    assert.deepEqual(state?.resources, [])
  })

  test('of a target takes along what depends on it', async () => {
    const engine = new FakeEngine()
    await engine.up({ ...site, resources: { ...site.resources, far: {} } })
    const { plan } = await engine.destroy({ plan: { targets: ['db'] } })
    assert.deepEqual(actions(plan).toSorted(), ['delete db', 'delete web'])
    assert.equal((await engine.state())?.instance.status, 'deployed')
  })
})

test('no more steps run at a time than allowed', async () => {
  const resources = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`r${index}`, {}]))
  for (const parallelism of [1, 3]) {
    const engine = new FakeEngine()
    await engine.up({ resources }, { run: { parallelism } })
    assert.equal(engine.cloud.busiest, parallelism)
  }
})
