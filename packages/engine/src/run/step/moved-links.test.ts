import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { memoryStore } from '@slipway/stores'
import type { BlueprintDraft } from '../../testing/fake-blueprint.ts'
import { FakeCloud, fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, withCommits } from '../../testing/fake-engine.ts'
import { Killed } from '../../testing/killed.ts'

/** A blueprint in which `web` links to `db`; another pin replaces `db`. */
const pinned = (pin: string, links: readonly string[] = ['web::db'], type = 'fake/ask'): BlueprintDraft => ({
  resources: { web: { spec: { value: 'site' } }, db: { type, spec: { pinned: pin } } },
  links,
})

/** An engine in which `db` was replaced, and its link could not be moved. */
async function halfMoved(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(pinned('1'))
  engine.cloud.interfere = ({ method, effect }) => {
    if (method === 'UpdateResourceB' && !effect) throw fakeFailure({ message: 'locked' })
  }
  assert.equal((await engine.up(pinned('2'))).result.outcome, 'failed')
  engine.cloud.interfere = () => undefined
  engine.cloud.calls.length = 0
  return engine
}

function callsOf(engine: FakeEngine): readonly string[] {
  return engine.cloud.calls.filter((made) => /^(Update|Destroy)/.test(made))
}

const undone = [
  'UpdateIntermediaryResources web::db',
  'UpdateResourceB web::db',
  'UpdateResourceB web::db',
  'UpdateResourceA web::db',
]

describe('a link whose move to the successor of an end has failed', () => {
  test('is recorded with both ends, and neither is destroyed', async () => {
    const engine = await halfMoved()
    const { resources = [], links = [] } = (await engine.state()) ?? {}
    const [old, next] = [true, false].map(
      (isOld) => resources.find(({ name, replaced }) => name === 'db' && replaced === isOld)?.id,
    )
    assert.ok(old !== undefined && next !== undefined)
    assert.equal(links[0]?.b.resourceId, next)
    assert.deepEqual(links[0].former, [{ resourceId: old, name: 'db', end: 'b' }])
  })

  test('is moved by the next run before the old end is destroyed, and then recorded with its present ends only', async () => {
    const engine = await halfMoved()
    assert.equal((await engine.up(pinned('2'))).result.outcome, 'succeeded')
    assert.deepEqual(callsOf(engine), [
      'UpdateResourceA web::db',
      'UpdateResourceB web::db',
      'UpdateIntermediaryResources web::db',
      'Destroy db',
    ])
    const [link] = (await engine.state())?.links ?? []
    assert.ok(link !== undefined && !('former' in link))
  })

  test('keeps both ends in its record if the move fails again', async () => {
    const engine = await halfMoved()
    const former = (await engine.state())?.links?.[0]?.former
    engine.cloud.interfere = ({ method }) => {
      if (method === 'UpdateIntermediaryResources') throw fakeFailure({ message: 'locked' })
    }
    await engine.up(pinned('2'))
    assert.deepEqual((await engine.state())?.links?.[0]?.former, former)
    assert.equal(engine.cloud.named('db').length, 2)
  })

  test('is removed from both ends before either is destroyed', async () => {
    const engine = await halfMoved()
    assert.equal((await engine.destroy()).result.outcome, 'succeeded')
    assert.deepEqual(callsOf(engine).slice(0, 4), undone)
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('is removed from both ends if it is unwanted, before the old end is destroyed', async () => {
    const engine = await halfMoved()
    assert.equal((await engine.up(pinned('2', []))).result.outcome, 'succeeded')
    assert.deepEqual(callsOf(engine), [...undone, 'Destroy db'])
    assert.deepEqual([(await engine.state())?.links, engine.cloud.names()], [undefined, ['db', 'web']])
  })

  test('is moved back if the old end is wanted again, before the newer end is destroyed', async () => {
    const engine = await halfMoved()
    assert.equal((await engine.up(pinned('1'))).result.outcome, 'succeeded')
    assert.equal(callsOf(engine).at(-1), 'Destroy db')
    const { resources = [], links = [] } = (await engine.state()) ?? {}
    assert.equal(links[0]?.b.resourceId, resources.find(({ name }) => name === 'db')?.id)
    assert.equal(links[0]?.former, undefined)
  })
})

test('a link to a target that is destroyed before its successor is removed first and created again', async () => {
  const engine = new FakeEngine()
  await engine.up(pinned('1', ['web::db'], 'fake/exclusive'))
  engine.cloud.calls.length = 0
  const { result } = await engine.up(pinned('2', ['web::db'], 'fake/exclusive'), {
    plan: { operation: 'up', targets: ['db'] },
  })
  assert.equal(result.outcome, 'succeeded')
  const phases = ['UpdateResourceA', 'UpdateResourceB', 'UpdateIntermediaryResources'].map(
    (phase) => `${phase} web::db`,
  )
  assert.deepEqual(
    engine.cloud.calls.filter((made) => !made.startsWith('HasStabilised')),
    [...phases.toReversed(), 'Destroy db', 'Deploy db', ...phases],
  )
  assert.equal((await engine.state())?.links?.[0]?.status, 'created')
})

/** A blueprint with things that are identified by their zones, and links of `web`. */
function zones(named: Readonly<Record<string, string>>, links: readonly string[]): BlueprintDraft {
  const things = Object.entries(named).map(
    ([name, zone]) => [name, { type: 'fake/keyed', spec: { zone, pinned: zone } }] as const,
  )
  return { resources: { web: { spec: { value: 'site' } }, ...Object.fromEntries(things) }, links }
}

/** The resources that links have changed, by their present names, each with its end of the link: `web a`, `db b`. */
async function held(engine: FakeEngine): Promise<readonly string[]> {
  const names = new Map(((await engine.state())?.resources ?? []).map(({ id, name }) => [id, name]))
  return Array.from(engine.cloud.links.held, (one) => {
    const [, end, id = ''] = one.split(' ')
    return `${names.get(id)} ${end}`
  }).sort()
}

/** An engine that was killed after the link was moved to the successor, and before the old end was destroyed. */
async function movedAway(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(zones({ db: 'z1' }, ['web::db']))
  engine.cloud.interfere = ({ method }) => {
    if (method === 'Destroy') throw new Killed('killed')
  }
  await assert.rejects(engine.up(zones({ db: 'z2' }, ['web::db'])), Killed)
  engine.cloud.interfere = () => undefined
  assert.deepEqual(await held(engine), ['db b', 'db b', 'web a'])
  return engine
}

describe('a link whose old end still exists under another name', () => {
  test('is removed there if it now leads to the present owner of the name', async () => {
    const engine = new FakeEngine()
    await engine.up(zones({ db: 'z1' }, ['web::db']))
    const other = zones({ old: 'z1', db: 'z2' }, ['web::db'])
    assert.equal((await engine.up(other)).result.outcome, 'succeeded')
    assert.deepEqual(await held(engine), ['db b', 'web a'])
    assert.deepEqual(
      (await engine.plan(other)).plan.links?.map(({ action }) => action),
      ['none'],
    )
  })

  test('is removed there if two resources have swapped names', async () => {
    const engine = new FakeEngine()
    await engine.up(zones({ db: 'z1', other: 'z2' }, ['web::db']))
    assert.equal((await engine.up(zones({ db: 'z2', other: 'z1' }, ['web::db']))).result.outcome, 'succeeded')
    assert.deepEqual(await held(engine), ['db b', 'web a'])
  })

  test('is removed there if its move had begun and the old end is wanted again', async () => {
    const engine = new FakeEngine()
    await engine.up(zones({ db: 'z1' }, ['web::db']))
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'UpdateIntermediaryResources' && !effect) throw fakeFailure({ message: 'locked' })
    }
    assert.equal((await engine.up(zones({ db: 'z2' }, ['web::db']))).result.outcome, 'failed')
    engine.cloud.interfere = () => undefined
    assert.equal((await engine.up(zones({ old: 'z1', db: 'z2' }, ['web::db']))).result.outcome, 'succeeded')
    assert.deepEqual(await held(engine), ['db b', 'web a'])
  })

  test('is removed there if its move was complete and the old end is wanted again', async () => {
    for (const names of [
      { old: 'z1', db: 'z2' },
      { db: 'z1', other: 'z2' },
    ]) {
      const engine = await movedAway()
      assert.equal((await engine.up(zones(names, ['web::db']))).result.outcome, 'succeeded')
      assert.deepEqual(await held(engine), ['db b', 'web a'])
    }
  })

  test('is removed there if the link is unwanted', async () => {
    const engine = await movedAway()
    assert.equal((await engine.up(zones({ old: 'z1', db: 'z2' }, []))).result.outcome, 'succeeded')
    assert.deepEqual(await held(engine), [])
  })

  test('does not keep the old end after the move, and drops it from its record', async () => {
    const engine = await movedAway()
    assert.equal((await engine.up(zones({ db: 'z2' }, ['web::db']))).result.outcome, 'succeeded')
    const { resources = [], links = [] } = (await engine.state()) ?? {}
    assert.deepEqual(resources.map(({ name }) => name).sort(), ['db', 'web'])
    assert.equal(links[0]?.former, undefined)
  })

  test('is a different link from the one to the present owner of the name', async () => {
    const engine = new FakeEngine()
    await engine.up(zones({ db: 'z1' }, ['web::db']))
    const both = zones({ old: 'z1', db: 'z2' }, ['web::db', 'web::old'])
    assert.equal((await engine.up(both)).result.outcome, 'succeeded')
    const { links = [] } = (await engine.state()) ?? {}
    assert.deepEqual(links.map(({ name, status }) => `${name} ${status}`).sort(), [
      'web::db created',
      'web::old updated',
    ])
    assert.deepEqual(await held(engine), ['db b', 'old b', 'web a', 'web a'])
    assert.deepEqual(
      (await engine.plan(both)).plan.links?.map(({ action }) => action),
      ['none', 'none'],
    )
    await engine.destroy()
    assert.deepEqual([...engine.cloud.links.held], [])
  })
})

test('a link never remains on a destroyed end, wherever its move is cut off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(24), fc.constantFrom('1', '2', '3', 'destroy'), async (killAt, then) => {
      const [cloud, store] = [new FakeCloud(), memoryStore()]
      const engine = new FakeEngine(cloud, store)
      await engine.up(pinned('1'))
      // The steps before the move concern only the resources.
      let isMoving = false
      let moments = 0
      const moment = (): void => {
        if (isMoving && ++moments > killAt) throw new Killed('killed')
      }
      const stands = ({ method, resourceId = '' }: { method: string; resourceId?: string }): void => {
        if (method === 'Destroy') assert.ok(![...cloud.links.done.values()].includes(resourceId), 'it stands on it')
      }
      cloud.interfere = (call) => {
        moment()
        stands(call)
      }
      const mortal = withCommits(store, async (lease, changes) => {
        isMoving ||= changes.some(({ kind }) => kind === 'link')
        moment()
        await store.commit(lease, changes)
        moment()
      })
      const killed = engine.up(pinned('2'), { run: { store: mortal } })
      await killed.catch((thrown: unknown) => assert.ok(thrown instanceof Killed, String(thrown)))
      cloud.interfere = stands
      const next = new FakeEngine(cloud, store)
      const { result } = await (then === 'destroy' ? next.destroy() : next.up(pinned(then)))
      assert.deepEqual(result.failures, [])
      assert.equal(cloud.links.done.size, then === 'destroy' ? 0 : 3)
    }),
    { numRuns: 150 },
  )
})
