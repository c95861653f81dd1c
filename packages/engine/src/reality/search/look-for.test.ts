import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BlueprintDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

// The type of this resource says that a call may take effect up to a minute late.
const slow: BlueprintDraft = { resources: { db: { type: 'fake/slow', spec: { value: 'one' } } } }
const refreshing = { gather: { refresh: true } }

/** Lets the provider find nothing until this number of milliseconds has passed. */
function hideThings({ cloud, clock }: FakeEngine, ms: number): void {
  const until = clock.now() + ms
  const hidden = new Map(cloud.things)
  cloud.interfere = ({ method, effect }) => {
    if (method !== 'GetExternalState') return
    const isEarly = clock.now() < until
    for (const [id, thing] of hidden)
      if (isEarly && !effect) cloud.things.delete(id)
      else cloud.things.set(id, thing)
  }
}

describe('a new resource of a type whose calls take effect late', () => {
  test('is not missing if it is found a while later', async () => {
    const engine = new FakeEngine()
    await engine.up(slow)
    hideThings(engine, 1_000)
    const events: unknown[] = []
    const at = engine.clock.now()
    const { plan } = await engine.plan(slow, { gather: { refresh: true, events: (event) => events.push(event) } })
    assert.deepEqual(actions(plan), [])
    assert.deepEqual(events, [{ type: 'not-found-yet', name: 'db', resourceType: 'fake/slow', waitMs: 60_000, at }])
  })

  test('is missing if it is not found after that time', async () => {
    const engine = new FakeEngine()
    await engine.up(slow)
    engine.cloud.things.clear()
    const { plan } = await engine.plan(slow, refreshing)
    assert.deepEqual(actions(plan), ['create db'])
    assert.ok(engine.clock.slept.reduce((sum, ms) => sum + ms, 0) >= 60_000)
  })

  test('is not waited for if it was made long ago', async () => {
    const engine = new FakeEngine()
    await engine.up(slow)
    engine.clock.time += 60_000
    engine.cloud.things.clear()
    const { plan } = await engine.plan(slow, refreshing)
    assert.deepEqual([actions(plan), engine.clock.slept], [['create db'], []])
  })

  test('is neither forgotten nor created again if that time exceeds the longest wait', async () => {
    const engine = new FakeEngine()
    await engine.up(slow)
    hideThings(engine, 20_000)
    const impatient = { gather: { refresh: true, deadlines: { settle: 5_000 } } }
    const { result } = await engine.up(slow, impatient)
    assert.equal(result.failures[0]?.code, 'engine/not-found-yet')
    assert.match(result.failures[0]?.hint ?? '', /may take 55 s more/)
    assert.equal(engine.cloud.named('db').length, 1)
  })

  for (const [what, backMs, settle, unread] of [
    ['until its time has passed', 0, 60_000, 0],
    ['as long if the clock was set back', 900_000, 60_000, 0],
    ['no longer than anybody waits', 0, 1_000, 100],
  ] as const)
    test(`is waited for together with others: ${what}`, async () => {
      const many = Array.from({ length: 100 }, (_, at) => [`db${at}`, { type: 'fake/slow' }] as const)
      const draft: BlueprintDraft = { resources: Object.fromEntries(many) }
      const engine = new FakeEngine()
      await engine.up(draft)
      engine.clock.time -= backMs
      engine.cloud.things.clear()
      const before = engine.clock.time
      let told = 0
      const gather = { refresh: true, deadlines: { settle }, events: () => void told++ }
      const { plan, gathered } = await engine.plan(draft, { gather })
      const waitedMs = engine.clock.time - before
      assert.ok(waitedMs >= settle && waitedMs < settle + 1_000, `${waitedMs} ms`)
      assert.deepEqual([actions(plan).length, gathered.unread?.size, told], [100, unread, 1])
    })

  for (const end of ['update', 'delete'] as const)
    test(`exists if its ${end} was cut off and it is found a while later`, async () => {
      const engine = new FakeEngine()
      await engine.up(slow)
      // The resource was made long ago, but its update was interrupted a moment ago.
      if (end === 'update') engine.clock.time += 3_600_000
      engine.cloud.interfere = ({ method }) => {
        if (method === (end === 'update' ? 'Deploy' : 'Destroy')) throw new Error('the engine dies')
      }
      const next: BlueprintDraft = { resources: { db: { type: 'fake/slow', spec: { value: 'two' } } } }
      await assert.rejects(end === 'update' ? engine.up(next) : engine.up({ resources: {} }), /the engine dies/)
      hideThings(engine, 1_000)
      const { plan, gathered } = await engine.plan(end === 'update' ? next : { resources: {} })
      const verdict = end === 'update' ? 'exists' : 'repeat'
      assert.deepEqual([actions(plan), gathered.settled[0]?.verdict], [[`${end} db`], verdict])
      // Nothing waits for a thing that will be destroyed.
      assert.equal(engine.clock.slept.length > 0, end === 'update')
    })

  test('exists if its update failed and it is found a while later', async () => {
    const engine = new FakeEngine()
    await engine.up(slow)
    engine.clock.time += 3_600_000
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Deploy') throw fakeFailure()
    }
    const next: BlueprintDraft = { resources: { db: { type: 'fake/slow', spec: { value: 'two' } } } }
    await engine.up(next)
    hideThings(engine, 1_000)
    const { plan } = await engine.plan(next, refreshing)
    assert.deepEqual(actions(plan), ['update db'])
  })

  test('is not waited for by a program if it is to be destroyed again', async () => {
    const engine = new FakeEngine()
    await engine.up(slow)
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Destroy' && effect) throw fakeFailure({ inDoubt: true })
    }
    await engine.destroy()
    engine.cloud.interfere = () => undefined
    const { result } = await engine.program(() => Promise.resolve())
    assert.deepEqual([result.failures, (await engine.state())?.resources, engine.clock.slept], [[], [], []])
  })
})
