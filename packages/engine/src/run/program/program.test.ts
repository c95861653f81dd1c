import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { memoryStore } from '@slipway/stores'
import { fakeResource, ref } from '../../testing/fake-blueprint.ts'
import { FakeCloud, fakeFailure } from '../../testing/fake-cloud.ts'
import { asking, type Wish } from '../../testing/fake-program.ts'
import { FakeEngine, statuses, told, withCommits } from '../../testing/fake-engine.ts'
import type { Program } from './program.ts'
import { Killed } from '../../testing/killed.ts'

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

describe('a program', () => {
  test('gets each resource before it asks for the next', async () => {
    const engine = new FakeEngine()
    const seen: unknown[] = []
    const { result, events } = await engine.program(async (want) => {
      const db = await want(fakeResource('db', { spec: { value: 'data' } }))
      seen.push(db?.status, engine.cloud.names())
      const url = db?.spec['echo'] ?? null
      const web = await want(fakeResource('web', { spec: { value: url }, dependsOn: ['db'] }))
      seen.push(web?.spec['echo'])
    })
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(seen, ['created', ['db'], 'echo of echo of data'])
    assert.deepEqual(told(events).slice(1, 5), [
      'step-started db',
      'step-finished db',
      'step-started web',
      'step-finished web',
    ])
    assert.deepEqual((await engine.state())?.resources[1]?.dependsOn, ['db'])
  })

  test('may ask for a resource whose inputs are outputs that are not known yet', async () => {
    const engine = new FakeEngine()
    engine.cloud.late.add('db')
    engine.cloud.unstable.set('db', 2)
    await engine.program(async (want) => {
      const db = want(fakeResource('db', {}))
      await want(fakeResource('web', { spec: { value: ref('db.spec.echo') } }))
      await db
    })
    assert.equal(engine.cloud.named('web')[0]?.spec['value'], 'echo of nothing')
  })

  test('changes nothing if it asks for the same again', async () => {
    const engine = new FakeEngine()
    const program = asking([
      { name: 'db', isAwaited: true },
      { name: 'web', needs: ['db'] },
      { name: 'cron', needs: ['web'] },
    ])
    await engine.program(program)
    const before = await engine.state()
    engine.cloud.calls.length = 0
    const { result } = await engine.program(program)
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.calls, [])
    assert.deepEqual((await engine.state())?.resources, before?.resources)
  })

  test('creates a successor first, and destroys replaced and dropped resources at the end', async () => {
    const engine = new FakeEngine()
    const web: Wish & { needs: string[] } = { name: 'web', needs: ['db'] }
    await engine.program(asking([{ name: 'db', spec: { pinned: '1' } }, web, { name: 'cron', needs: ['web'] }]))
    engine.cloud.calls.length = 0
    const { result } = await engine.program(asking([{ name: 'db', spec: { pinned: '2' }, isAwaited: true }, web]))
    assert.deepEqual(result.failures, [])
    const changes = engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call))
    assert.deepEqual(changes, ['Deploy db', 'Deploy web', 'Destroy cron', 'Destroy db'])
    assert.deepEqual(await statuses(engine), { db: 'created', web: 'updated' })
  })

  test('destroys a resource that can exist only once just before its successor', async () => {
    const engine = new FakeEngine()
    const type = 'fake/exclusive'
    await engine.program(asking([{ name: 'db', type, spec: { pinned: '1' } }]))
    engine.cloud.calls.length = 0
    await engine.program(
      asking([
        { name: 'db', type, spec: { pinned: '2' } },
        { name: 'web', needs: ['db'] },
      ]),
    )
    const changes = engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call))
    assert.deepEqual(changes, ['Destroy db', 'Deploy db', 'Deploy web'])
  })

  test('renames a resource that has the same identity', async () => {
    const engine = new FakeEngine()
    const type = 'fake/keyed'
    await engine.program(
      asking([
        { name: 'a', type, spec: { zone: '1' } },
        { name: 'b', type, spec: { zone: '2' } },
      ]),
    )
    engine.cloud.calls.length = 0
    await engine.program(
      asking([
        { name: 'b', type, spec: { zone: '1' } },
        { name: 'a', type, spec: { zone: '2' } },
      ]),
    )
    assert.deepEqual(
      engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call)),
      [],
    )
    assert.deepEqual(await statuses(engine), { a: 'created', b: 'created' })
  })

  test('is told of a failed create: its dependents are skipped, and existing resources stay', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'db' }, { name: 'old' }]))
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'Deploy' && name === 'app') throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', refused: true })
    }
    const answers: unknown[] = []
    const { result, events } = await engine.program(async (want) => {
      answers.push((await want(fakeResource('db', {})))?.name)
      answers.push(await want(fakeResource('app', {})))
      answers.push(await want(fakeResource('web', { spec: { value: ref('app.spec.id') } })))
      throw new Error('no app')
    })
    assert.deepEqual(answers, ['db', undefined, undefined])
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(result.reasons, ['the program failed: no app'])
    const end = events.find((event) => event.type === 'run-finished')
    assert.deepEqual(end?.reasons, result.reasons)
    assert.ok(told(events).includes('step-skipped web'))
    assert.deepEqual(engine.cloud.names(), ['db', 'old'])
  })

  test('reports a resource that stays, with the next step, if the user saw no plan', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method }) => {
      if (method === 'Deploy') throw fakeFailure({ pluginErrorCode: 'UNEXPECTED' })
    }
    await engine.program(asking([{ name: 'db' }]))
    engine.cloud.interfere = () => undefined
    const { events } = await engine.program(asking([]))
    const stays = events.flatMap((event) => (event.type === 'step-dropped' ? [`${event.name}: ${event.because}`] : []))
    assert.match(stays.join(), /^db: perhaps left by a failed create; .*--settle/)
  })

  test('gets a failed step for a request without a value', async () => {
    const engine = new FakeEngine()
    const { result } = await engine.program(async (want) => {
      await want(fakeResource('db', { spec: { nonsense: 'x' } }))
    })
    assert.deepEqual(
      result.failures.map(({ name, code }) => [name, code]),
      [['db', 'engine/refused']],
    )
  })

  test('gets no answer for steps that a stop prevented, and nothing is removed', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'old' }]))
    const stop = new AbortController()
    const { result } = await engine.program(
      async (want) => {
        const db = want(fakeResource('db', {}))
        const web = want(fakeResource('web', { dependsOn: ['db'] }))
        stop.abort()
        assert.deepEqual(await Promise.all([db, web]), [undefined, undefined])
      },
      { run: { stop: stop.signal } },
    )
    assert.equal(result.outcome, 'cancelled')
    assert.deepEqual(engine.cloud.names(), ['old'])
  })

  test('has simultaneous requests decided in parallel, and carried out in dependency order', async () => {
    const engine = new FakeEngine()
    const names = ['a', 'b', 'c', 'd']
    const type = 'fake/compared'
    const wishes = (value: string) =>
      names.map((name, at) => ({ name, type, spec: { value }, needs: names.slice(Math.max(0, at - 1), at) }))
    await engine.program(asking(wishes('1')))
    let [open, most] = [0, 0]
    engine.cloud.interfere = async ({ method, effect }) => {
      if (method !== 'Diff' || effect) return
      most = Math.max(most, ++open)
      await nextTurn()
      open--
    }
    engine.cloud.calls.length = 0
    const { result } = await engine.program(asking(wishes('2')), { run: { parallelism: 3 } })
    assert.deepEqual([result.outcome, most], ['succeeded', 3])
    assert.deepEqual(
      engine.cloud.calls.filter((call) => call.startsWith('Deploy')),
      names.map((name) => `Deploy ${name}`),
    )
  })

  test('gives a record that matches two requests to the first one, however slow its provider is', async () => {
    for (const [first, second] of [['a', 'b'] as const, ['b', 'a'] as const]) {
      const engine = new FakeEngine()
      const type = 'fake/compared'
      await engine.program(asking([{ name: 'old', type }]))
      engine.cloud.interfere = async ({ method, name }) => {
        if (method === 'Diff' && name === first) await nextTurn()
      }
      engine.cloud.calls.length = 0
      const options = { aliases: ['old'] }
      await engine.program(asking([first, second].map((name) => ({ name, type, options }))))
      assert.deepEqual(
        engine.cloud.calls.filter((call) => call.startsWith('Deploy')),
        [`Deploy ${second}`],
      )
    }
  })

  test('finds a resource by its alias if a resource of another type had the name', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'a' }, { name: 'home', type: 'fake/repeatable' }]))
    engine.cloud.calls.length = 0
    const { result } = await engine.program(asking([{ name: 'home', options: { aliases: ['a'] } }]))
    assert.deepEqual(result.counts, { rename: 1, delete: 1 })
    assert.deepEqual(engine.cloud.names(), ['a'])
  })

  test('counts renames and record-only changes as its plan does', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'a' }, { name: 'b' }]))
    const { result } = await engine.program(
      asking([
        { name: 'c', options: { aliases: ['a'] } },
        { name: 'b', options: { protect: true } },
      ]),
    )
    assert.deepEqual(result.counts, { rename: 1, record: 1 })
  })

  test('may leave resources alone, replace others, and say which may be removed', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]))
    engine.cloud.calls.length = 0
    const answers: unknown[] = []
    const { result } = await engine.program(async (want, saying) => {
      saying.mayGo(({ name }) => name === 'c')
      const changed = await want(fakeResource('a', { spec: { value: 'changed' } }), 'left')
      answers.push(changed?.spec['echo'], await want(fakeResource('x', {}), 'left'))
      await want(fakeResource('b', { dependsOn: ['a'] }), 'anew')
    })
    assert.deepEqual(result.failures, [])
    assert.deepEqual(answers, ['echo of nothing', undefined])
    assert.deepEqual(
      engine.cloud.calls.filter((call) => /^(Deploy|Destroy)/.test(call)),
      ['Deploy b', 'Destroy c', 'Destroy b'],
    )
    assert.deepEqual(engine.cloud.names().toSorted(), ['a', 'b', 'd'])
  })

  test('cannot ask for a name twice, or wait for a resource that it has not asked for', async () => {
    const { result: twice } = await new FakeEngine().program(asking([{ name: 'db' }, { name: 'db' }]))
    assert.match(twice.reasons.join(), /db was asked for before/)
    const { result: early } = await new FakeEngine().program(asking([{ name: 'web', needs: ['db'] }]))
    assert.match(early.reasons.join(), /web waits for db, which was not asked for/)
  })
})

const wishes = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(20), { maxLength: 3 }),
      type: fc.constantFrom('fake/find', 'fake/repeatable', 'fake/exclusive', 'fake/picky'),
      changes: fc.constantFrom('no', 'value', 'pinned', 'gone' as const),
      isAwaited: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((list) =>
    list.map((wish, index) => ({
      ...wish,
      needs: index === 0 ? [] : [...new Set(wish.needs.map((need) => need % index))],
    })),
  )

type Wishes = typeof wishes extends fc.Arbitrary<infer T> ? T : never

/** Versions 1 and 2 of a program. The second version lacks some resources, and nothing in it needs them. */
function versionOf(list: Wishes, version: 1 | 2) {
  const isThere = (index: number): boolean => version === 1 || list[index]?.changes !== 'gone'
  return list.flatMap(({ needs, type, changes, isAwaited }, index) => {
    const value = changes === 'value' ? `v${version}` : 'same'
    const pinned = changes === 'pinned' ? `p${version}` : 'same'
    const wish = { name: `r${index}`, type, isAwaited, spec: { value, pinned } }
    return isThere(index) ? [{ ...wish, needs: needs.filter(isThere).map((need) => `r${need}`) }] : []
  })
}

/** Runs a program and kills the engine at a moment; after that, every call fails. */
async function killedAt(moment: number, program: Program, engine: FakeEngine): Promise<void> {
  let moments = 0
  const pass = (): void => {
    if (++moments >= moment) throw new Killed('killed')
  }
  engine.cloud.interfere = pass
  const { store } = engine
  const mortal = withCommits(store, async (lease, changes) => {
    pass()
    await store.commit(lease, changes)
    pass()
  })
  try {
    await engine.program(program, { run: { store: mortal, ports: engine.ports({ failpoint: pass }), parallelism: 3 } })
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown
  }
  engine.cloud.interfere = () => undefined
}

async function assertAllKnown(engine: FakeEngine): Promise<void> {
  const state = await engine.state()
  const resources = [...(state?.resources ?? []), ...(state?.intents ?? []).map(({ resource }) => resource)]
  const known = new Set(resources.map(({ id }) => id))
  for (const [id, { name }] of engine.cloud.things) assert.ok(known.has(id), `${name} (${id}) is lost`)
}

/** A program that asks for only `count` resources, and then fails. */
function failingAfter(count: number, program: Program): Program {
  return async (want, saying) => {
    let left = count
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => undefined)
    const some: Parameters<Program>[0] = (resource, how) => {
      if (left-- > 0) return want(resource, how)
      failed.reject(new Error('enough'))
      return failed.promise
    }
    await Promise.race([program(some, saying), failed.promise])
  }
}

test('a program that keeps failing in the middle destroys nothing and creates nothing twice', async () => {
  const ends = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(wishes, ends, async (list, counts) => {
      const engine = new FakeEngine(new FakeCloud(), memoryStore())
      const versions = [versionOf(list, 1), versionOf(list, 2)] as const
      for (const [round, count] of counts.entries()) {
        const version = versions[round % 2 === 0 ? 0 : 1]
        const before = new Set(engine.cloud.names())
        const { result } = await engine.program(failingAfter(count, asking(version)))
        await assertAllKnown(engine)
        if (result.outcome === 'failed') {
          const gone = [...before].filter((name) => !engine.cloud.names().includes(name))
          assert.deepEqual(gone, [])
        }
      }
      const { result } = await engine.program(asking(versions[1]))
      assert.deepEqual([result.outcome, result.failures, result.reasons], ['succeeded', [], []])
      assert.deepEqual(engine.cloud.madeTwice, [])
      assert.deepEqual(engine.cloud.names(), versions[1].map(({ name }) => name).toSorted())
    }),
    { numRuns: 60 },
  )
})

test('a program killed at any moment loses nothing, creates nothing twice, and is completed by the next run', async () => {
  const moments = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(wishes, moments, async (list, kills) => {
      const engine = new FakeEngine(new FakeCloud(), memoryStore())
      const versions = [versionOf(list, 1), versionOf(list, 2)] as const
      for (const [round, moment] of kills.entries()) {
        await killedAt(moment, asking(versions[round % 2 === 0 ? 0 : 1]), engine)
        await assertAllKnown(engine)
      }
      const { result } = await engine.program(asking(versions[1]))
      assert.deepEqual([result.outcome, result.failures, result.reasons], ['succeeded', [], []])
      assert.deepEqual(engine.cloud.madeTwice, [])
      assert.deepEqual(engine.cloud.names(), versions[1].map(({ name }) => name).toSorted())
      for (const { name, needs } of versions[1]) {
        const ids = needs.map((need) => engine.cloud.named(need)[0]?.spec['id'])
        assert.deepEqual(engine.cloud.named(name)[0]?.spec['inputs'], ids, `${name} reads what is there`)
      }
      await engine.destroy()
      assert.equal(engine.cloud.things.size, 0)
    }),
    { numRuns: 60 },
  )
})
