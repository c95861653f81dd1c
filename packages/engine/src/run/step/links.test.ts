import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Secret, valueMap } from '@slipway/model'
import { memoryStore } from '@slipway/stores'
import { actions, FakeEngine, told, withCommits } from '../../testing/fake-engine.ts'
import { type BlueprintDraft, linkPart } from '../../testing/fake-blueprint.ts'
import { FakeCloud, fakeFailure } from '../../testing/fake-cloud.ts'
import { Killed } from '../../testing/killed.ts'

/** A blueprint in which `web` links to `db`. */
const linked = (value = 'data', type = 'fake/ask'): BlueprintDraft => ({
  resources: { web: { spec: { value: 'site' } }, db: { type, spec: { value } } },
  links: ['web::db'],
})

const pinned = (pin: string): BlueprintDraft => ({
  resources: { web: { spec: { value: 'site' } }, db: { type: 'fake/exclusive', spec: { pinned: pin } } },
  links: ['web::db'],
})

const phaseCalls = (engine: FakeEngine): string[] =>
  engine.cloud.calls.filter((made) => made.startsWith('Update')).map((made) => made.replace('web::db', '').trim())

async function linksOf(engine: FakeEngine): Promise<string[]> {
  return ((await engine.state())?.links ?? []).map(({ name, status }) => `${name} ${status}`)
}

const all = ['UpdateResourceA', 'UpdateResourceB', 'UpdateIntermediaryResources']

describe('a link', () => {
  test('is created after both ends, phase by phase, and recorded with the answers', async () => {
    const engine = new FakeEngine()
    const { plan, result, events } = await engine.up(linked())
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(
      plan.links?.map(({ action, key, after }) => [action, key, after]),
      [['create', 'web::db', ['web', 'db']]],
    )
    assert.deepEqual(
      plan.links?.[0]?.changes.map(({ path }) => path),
      ['from', 'to'],
    )
    assert.deepEqual(phaseCalls(engine), all)
    assert.ok(engine.cloud.calls.indexOf('UpdateResourceA web::db') > engine.cloud.calls.indexOf('Deploy db'))
    const phases = events.filter(({ type }) => type === 'link-phase')
    assert.deepEqual(
      phases.map((event) => 'phase' in event && [event.phase, event.attempt]),
      [
        ['a', 1],
        ['b', 1],
        ['intermediaries', 1],
      ],
    )
    const [record] = (await engine.state())?.links ?? []
    assert.equal(record?.status, 'created')
    assert.deepEqual({ ...record.data }, { from: 'site', to: 'data', passes: 1 })
    assert.deepEqual(
      Object.values(record.phases).map(({ status, attempts }) => [status, attempts.length]),
      [
        ['done', 1],
        ['done', 1],
        ['done', 1],
      ],
    )
    assert.deepEqual(
      record.intermediaries.map(({ type }) => type),
      ['fake/pass'],
    )
  })

  test('is updated only if an end changes', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    engine.cloud.calls.length = 0
    const { plan } = await engine.up(linked())
    assert.deepEqual(
      plan.links?.map(({ action }) => action),
      ['none'],
    )
    assert.deepEqual(engine.cloud.calls, [])
    const changed = await engine.up(linked('other'))
    assert.deepEqual(
      changed.plan.links?.map(({ action, reason }) => [action, reason]),
      [['update', 'db changes']],
    )
    assert.deepEqual(phaseCalls(engine), all)
    assert.deepEqual(await linksOf(engine), ['web::db updated'])
    const [record] = (await engine.state())?.links ?? []
    assert.equal(record?.data['to'], 'other')
  })

  test('is removed before its end, with its phases in reverse', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    engine.cloud.calls.length = 0
    const { result } = await engine.up({ resources: { web: { spec: { value: 'site' } } } })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.calls, [...all.toReversed().map((phase) => `${phase} web::db`), 'Destroy db'])
    assert.deepEqual(await linksOf(engine), [])
    assert.equal(engine.cloud.links.done.size, 0)
  })

  test('is removed alone if the blueprint drops only the link', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    const { plan, result } = await engine.up({ ...linked(), links: [] })
    assert.deepEqual([result.outcome, actions(plan)], ['succeeded', []])
    assert.deepEqual(await linksOf(engine), [])
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
  })

  test('is removed first when its instance is destroyed', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    engine.cloud.calls.length = 0
    assert.equal((await engine.destroy()).result.outcome, 'succeeded')
    assert.deepEqual(
      engine.cloud.calls.slice(0, 3).map((made) => made.split(' ')[0]),
      all.toReversed(),
    )
    assert.equal(engine.cloud.links.done.size, 0)
  })

  test('keeps its end if it cannot be removed', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    engine.cloud.interfere = ({ method }) => {
      if (method === 'UpdateResourceB') throw fakeFailure({ message: 'locked' })
    }
    const { result, events } = await engine.up({ resources: { web: { spec: { value: 'site' } } } })
    assert.equal(result.outcome, 'failed')
    assert.ok(told(events).includes('step-skipped db'))
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
    assert.deepEqual(await linksOf(engine), ['web::db destroy-failed'])
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: { web: { spec: { value: 'site' } } } })
    assert.deepEqual([await linksOf(engine), engine.cloud.names()], [[], ['web']])
  })

  test('is moved to the successor of an end before the old end is destroyed', async () => {
    const engine = new FakeEngine()
    await engine.up({
      ...linked(),
      resources: { ...linked().resources, db: { type: 'fake/ask', spec: { pinned: '1' } } },
    })
    engine.cloud.calls.length = 0
    const { plan } = await engine.up({
      ...linked(),
      resources: { ...linked().resources, db: { type: 'fake/ask', spec: { pinned: '2' } } },
    })
    assert.deepEqual(
      plan.links?.map(({ action, reason }) => [action, reason]),
      [['update', 'db is created again']],
    )
    const { calls } = engine.cloud
    assert.ok(calls.indexOf('Deploy db') < calls.indexOf('UpdateResourceA web::db'))
    assert.ok(calls.indexOf('UpdateIntermediaryResources web::db') < calls.indexOf('Destroy db'))
    const state = await engine.state()
    assert.equal(state?.links?.[0]?.b.resourceId, state?.resources.find(({ name }) => name === 'db')?.id)
  })

  test('is removed and created again around an end that is destroyed before its successor', async () => {
    const engine = new FakeEngine()
    await engine.up(pinned('1'))
    engine.cloud.calls.length = 0
    const { result } = await engine.up(pinned('2'))
    assert.equal(result.outcome, 'succeeded')
    const order = engine.cloud.calls.filter((made) => !made.startsWith('HasStabilised'))
    assert.deepEqual(order, [
      ...all.toReversed().map((phase) => `${phase} web::db`),
      'Destroy db',
      'Deploy db',
      ...all.map((phase) => `${phase} web::db`),
    ])
    assert.deepEqual(await linksOf(engine), ['web::db created'])
  })

  test('is tried again on TRANSIENT errors, with each attempt recorded and reported', async () => {
    const engine = new FakeEngine()
    let left = 2
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'UpdateResourceB' && !effect && left-- > 0) throw fakeFailure({ pluginErrorCode: 'TRANSIENT' })
    }
    const { result, events } = await engine.up(linked())
    assert.equal(result.outcome, 'succeeded')
    assert.equal((await engine.state())?.links?.[0]?.phases.b?.attempts.length, 3)
    const attempts = events.filter((event) => event.type === 'link-phase' && event.phase === 'b')
    assert.equal(attempts.length, 3)
    assert.equal(events.filter(({ type }) => type === 'attempt-failed').length, 2)
  })

  test('that failed is repeated by the next run', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method }) => {
      if (method === 'UpdateResourceB') throw fakeFailure({ message: 'the page is locked' })
    }
    const { result } = await engine.up(linked())
    assert.deepEqual(
      result.failures.map(({ key, reasons }) => [key, reasons]),
      [['web::db', ['the page is locked']]],
    )
    const [record] = (await engine.state())?.links ?? []
    assert.deepEqual([record?.status, record?.failureReasons], ['create-failed', ['the page is locked']])
    assert.deepEqual(
      Object.entries(record?.phases ?? {}).map(([name, { status }]) => [name, status]),
      [
        ['a', 'done'],
        ['b', 'failed'],
      ],
    )
    engine.cloud.interfere = () => undefined
    const { plan } = await engine.up(linked())
    assert.deepEqual(
      plan.links?.map(({ action, reason }) => [action, reason]),
      [['create', 'last create failed']],
    )
    assert.deepEqual(await linksOf(engine), ['web::db created'])
  })

  test('provides data to readers once it exists', async () => {
    const engine = new FakeEngine()
    const base = linked()
    const page = { spec: { value: linkPart('web', 'db', 'to') } }
    const draft = { ...base, resources: { ...base.resources, page }, exports: { to: linkPart('web', 'db', 'to') } }
    const { plan, result } = await engine.up(draft)
    assert.ok(plan.steps.find(({ key }) => key === 'page')?.after.includes('web::db'))
    assert.deepEqual({ ...result.exports }, { to: 'data' })
    const made = (await engine.state())?.resources.find(({ name }) => name === 'page')
    assert.equal(made?.spec['value'], 'data')
    assert.deepEqual(actions((await engine.plan(draft)).plan), [])
  })

  test('is repaired if a resource that it created has vanished, and a refresh records that', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    engine.cloud.links.done.delete(
      [...engine.cloud.links.done.keys()].find((key) => key.endsWith('intermediaries')) ?? '',
    )
    const looked = await engine.plan(linked(), { gather: { refresh: true } })
    assert.match(looked.plan.links?.[0]?.reason ?? '', /is missing outside/)
    const refreshed = await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.equal(refreshed.result.outcome, 'succeeded')
    const [record] = (await engine.state())?.links ?? []
    assert.deepEqual([record?.status, record?.intermediaries], ['update-failed', []])
    await engine.up(linked())
    assert.deepEqual([await linksOf(engine), engine.cloud.links.done.size], [['web::db updated'], 3])
  })

  test('that cannot be read is left alone, and does not stop a refresh of the rest', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'GetExternalState' || name !== 'web::db') return
      throw fakeFailure({ message: 'the gate is closed' })
    }
    const { plan, result } = await engine.up(linked(), { gather: { refresh: true } })
    assert.match(plan.links?.[0]?.blocked?.message ?? '', /web::db.*the gate is closed/)
    assert.deepEqual(
      result.failures.map(({ key }) => key),
      ['web::db'],
    )
    assert.deepEqual(await linksOf(engine), ['web::db created'])
  })

  test('that was never complete and could not be removed reports an unfinished delete', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ name }) => {
      if (name === 'web::db') throw fakeFailure({ message: 'the gate is closed' })
    }
    await engine.up(linked())
    await engine.up({ ...linked(), links: [] })
    const { plan } = await engine.plan(linked())
    assert.deepEqual(
      plan.links?.map(({ action, reason }) => [action, reason]),
      [['create', 'last delete did not finish']],
    )
  })

  test('is removed before the resources that its plugin created for it', async () => {
    const engine = new FakeEngine()
    await engine.up(linked())
    const state = await engine.state()
    const [[link], web] = [state?.links ?? [], state?.resources.find(({ name }) => name === 'web')]
    assert.ok(link && web)
    const spec = valueMap([['id', 'policy']])
    const policy = { ...web, spec, id: 'policy-1', name: 'web:policy', madeFor: { pluginId: 'test/fake', id: link.id } }
    await engine.store.commit(await engine.lease(), [{ kind: 'resource', resource: policy }])
    assert.deepEqual(actions((await engine.plan(linked())).plan), [])
    const { plan } = await engine.plan({ ...linked(), links: [] })
    const step = plan.steps.find(({ name }) => name === 'web:policy')
    assert.deepEqual([step?.action, step?.after], ['delete', ['web::db']])
    const { plan: end } = await engine.plan(undefined, { plan: { operation: 'destroy' } })
    assert.ok(end.steps.find(({ name }) => name === 'web:policy')?.after.includes('web::db'))
  })

  test('does not reveal secrets of its ends', async () => {
    const engine = new FakeEngine()
    const draft = linked()
    const web = { spec: { value: 'site', password: 'hunter2-of-web' } }
    engine.cloud.links.told = { login: 'web:hunter2-of-web' }
    const { plan } = await engine.up({ ...draft, resources: { ...draft.resources, web } })
    assert.ok(plan.links?.[0]?.changes.find(({ path }) => path === 'login')?.next instanceof Secret)
    assert.ok((await engine.state())?.links?.[0]?.data['login'] instanceof Secret)
  })

  test('may change its ends without causing drift', async () => {
    const engine = new FakeEngine()
    engine.cloud.links.mappings = { 'db::spec.tags.owner': 'from' }
    await engine.up(linked())
    const [thing] = engine.cloud.named('db')
    assert.ok(thing)
    thing.spec['tags'] = valueMap([['owner', 'site']])
    const { plan, gathered } = await engine.plan(linked(), { gather: { refresh: true } })
    assert.deepEqual([actions(plan), gathered.drift.size], [[], 0])
    thing.spec['tags'] = valueMap([
      ['owner', 'site'],
      ['by', 'hand'],
    ])
    const found = await engine.up(linked(), { gather: { refresh: true } })
    assert.deepEqual(
      found.plan.steps.find(({ name }) => name === 'db')?.changes.map(({ path }) => path),
      ['spec.tags'],
    )
  })

  test('that depends on another link is created after it, and removed before it', async () => {
    const engine = new FakeEngine()
    const draft: BlueprintDraft = {
      resources: { db: { type: 'fake/ask' }, web: { dependsOn: [] }, cache: { type: 'fake/exclusive' } },
      links: ['web::cache', 'db::web'],
    }
    const { plan } = await engine.up(draft)
    const after = Object.fromEntries(plan.links?.map((link) => [link.key, link.after]) ?? [])
    assert.ok(after['web::cache']?.includes('db::web'))
    const gone = await engine.plan({ ...draft, links: [] })
    const before = Object.fromEntries(gone.plan.links?.map((link) => [link.key, link.after]) ?? [])
    assert.ok(before['db::web']?.includes('web::cache'))
  })
})

/** Blueprints that make the link, change it, remove one end, and remove everything. All their types can be found after a kill. */
const drafts: readonly (BlueprintDraft | undefined)[] = [
  linked('data', 'fake/exclusive'),
  linked('other', 'fake/exclusive'),
  { resources: { web: { spec: { value: 'site' } } } },
  undefined,
]

test('that was cut off at any moment is completed by the next run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(50), fc.nat(3), async (killAt, at) => {
      const [cloud, store] = [new FakeCloud(), memoryStore()]
      const engine = new FakeEngine(cloud, store)
      for (const draft of drafts.slice(0, at)) await engine.up(draft)
      let moments = 0
      const moment = (): void => {
        if (++moments > killAt) throw new Killed('killed')
      }
      cloud.interfere = moment
      const mortal = withCommits(store, async (lease, changes) => {
        moment()
        await store.commit(lease, changes)
        moment()
      })
      const draft = drafts[at]
      const run = { store: mortal }
      const killed = draft === undefined ? engine.destroy({ run }) : engine.up(draft, { run })
      await killed.catch((thrown: unknown) => assert.ok(thrown instanceof Killed, String(thrown)))
      cloud.interfere = () => undefined
      const next = new FakeEngine(cloud, store)
      const { result } = await (draft === undefined ? next.destroy() : next.up(draft))
      assert.equal(result.outcome, 'succeeded')
      const links = (await store.load('site'))?.links ?? []
      const isLinked = at < 2
      assert.deepEqual(
        links.map(({ name, status }) => [name, /^(created|updated)$/.test(status)]),
        isLinked ? [['web::db', true]] : [],
      )
      assert.equal(cloud.links.done.size, isLinked ? 3 : 0)
    }),
    { numRuns: 150 },
  )
})
