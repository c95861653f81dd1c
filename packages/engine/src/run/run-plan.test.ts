import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { containsSecret, secret } from '@slipway/model'
import { type BlueprintDraft, call, data, ref, text } from '../testing/fake-blueprint.ts'
import { plain } from '../testing/fake-cloud.ts'
import { actions, FakeEngine, site, statuses, told, withCommits } from '../testing/fake-engine.ts'

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
  test('creates resources in order, records them, and then has nothing to do', async () => {
    const engine = new FakeEngine()
    const { plan, result, events } = await engine.up(site)
    assert.deepEqual(actions(plan), ['create web', 'create db'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(result.counts, { create: 2 })
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'HasStabilised db', 'Deploy web', 'HasStabilised web'])
    assert.equal(result.exports['url'], 'echo of to id of db id000002')
    assert.deepEqual(told(events), [
      'run-started',
      'step-started db',
      'step-finished db',
      'step-started web',
      'step-finished web',
      'run-finished',
    ])
    assert.deepEqual(await statuses(engine), { db: 'created', web: 'created' })
    const state = await engine.state()
    assert.equal(state?.intents.length, 0)
    assert.equal(state?.instance.status, 'deployed')
    const again = await engine.plan(site)
    assert.deepEqual(actions(again.plan), [])
    assert.equal(again.plan.exportsChanged, false)
  })

  test('updates only dependents of changed resources', async () => {
    const engine = new FakeEngine()
    await engine.up(chain('one'))
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(chain('two'))
    assert.deepEqual(actions(plan), ['update db', 'update web'])
    assert.deepEqual(result.counts, { update: 2 })
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'HasStabilised db', 'Deploy web', 'HasStabilised web'])
  })

  test('makes no call for a resource that turns out unchanged', async () => {
    const engine = new FakeEngine()
    await engine.up(read('one'))
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(read('two'))
    assert.deepEqual(actions(plan), ['update db', 'update web'])
    assert.deepEqual(result.counts, { update: 1, none: 1 })
    assert.deepEqual(engine.cloud.calls, ['Deploy db', 'HasStabilised db'])
  })

  test('reports a resource that turns out unchanged after the one that it waited for, however slow the store', async () => {
    const engine = new FakeEngine()
    await engine.up(read('one'))
    const slow = withCommits(engine.store, async (...args) => {
      await engine.clock.sleep(1)
      await engine.store.commit(...args)
    })
    const { events } = await engine.up(read('two'), { run: { store: slow } })
    assert.deepEqual(
      told(events).filter((event) => event.startsWith('step-finished')),
      ['step-finished db', 'step-finished web'],
    )
  })

  test('replaces by creating the new resource, then updating its readers, then destroying the old one', async () => {
    const engine = new FakeEngine()
    await engine.up(pinnedDb('a'))
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(pinnedDb('b'))
    assert.deepEqual(actions(plan), ['replace db', 'update web'])
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['spec.pinned'])
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(result.counts, { replace: 1, update: 1 })
    assert.deepEqual(
      engine.cloud.calls.filter((name) => !name.startsWith('Has')),
      ['Deploy db', 'Deploy web', 'Destroy db'],
    )
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    assert.deepEqual(await statuses(engine), { db: 'created', web: 'updated' })
  })

  test('replaces by destroying first if the type requires that', async () => {
    const engine = new FakeEngine()
    await engine.up(exclusiveDb('a'))
    engine.cloud.calls.length = 0
    await engine.up(exclusiveDb('b'))
    assert.deepEqual(
      engine.cloud.calls.filter((name) => !name.startsWith('Has')),
      ['Destroy db', 'Deploy db', 'Deploy web', 'Destroy web'],
    )
  })

  test('leaves the old resource alone if a replacement turns out to be unnecessary', async () => {
    const engine = new FakeEngine()
    await engine.up(pinnedWeb('a'))
    const { plan, result } = await engine.up(pinnedWeb('b'))
    assert.deepEqual(actions(plan), ['update db', 'replace web'])
    assert.deepEqual(result.counts, { update: 1, none: 1 })
    assert.equal(engine.cloud.named('web').length, 1)
  })

  test('reads each data source and calls each function once, during the run if necessary', async () => {
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

  test('a value computed from secrets is secret in state and exports', async () => {
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

describe('destroy', () => {
  test('removes dependents before their dependencies', async () => {
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

  test('of a target includes its dependents', async () => {
    const engine = new FakeEngine()
    await engine.up({ ...site, resources: { ...site.resources, far: {} } })
    const { plan } = await engine.destroy({ plan: { targets: ['db'] } })
    assert.deepEqual(actions(plan).toSorted(), ['delete db', 'delete web'])
    assert.equal((await engine.state())?.instance.status, 'deployed')
  })
})

test('a run never has more steps in flight than its parallelism', async () => {
  const resources = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`r${index}`, {}]))
  for (const parallelism of [1, 3]) {
    const engine = new FakeEngine()
    await engine.up({ resources }, { run: { parallelism } })
    assert.equal(engine.cloud.busiest, parallelism)
  }
})

test('the intent of the next step is written in the same commit as a step’s result', async () => {
  const engine = new FakeEngine()
  const log: string[] = []
  const store = withCommits(engine.store, async (lease, changes) => {
    const intent = changes.find((change) => change.kind === 'begin')?.intent.resource.name
    const isEnd = changes.some(({ kind }) => kind === 'end')
    if (intent !== undefined) log.push(`begin ${intent}`)
    await new Promise(setImmediate)
    await engine.store.commit(lease, changes)
    if (isEnd) log.push('durable')
  })
  await engine.up({ resources: { a: {}, b: {} } }, { run: { parallelism: 1, store } })
  assert.deepEqual(log, ['begin a', 'begin b', 'durable', 'durable'])
})
