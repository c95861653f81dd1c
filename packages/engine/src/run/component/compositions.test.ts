import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { composeLetters, upComposed, whole } from '../../testing/composed.ts'
import { fakeResource, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine, statuses } from '../../testing/fake-engine.ts'
import type { Compose } from './compose.ts'
import type { RunEvent } from '../events/events.ts'
import { Killed } from '../../testing/killed.ts'

/** Composes a resource that asks for one more part in the run than in the plan. */
const hasty: Compose = async (composition, want, complete) => {
  const computed = await composeLetters(composition, want, complete)
  if ((await want(fakeResource('z', {}))) === undefined) throw fakeFailure({ message: 'there is no z' })
  return computed
}

/** Composes a resource that asks only for its first part in the run. */
const forgetful: Compose = (composition, want, complete) => {
  const spec = { ...composition.spec, value: 'a' }
  return composeLetters({ ...composition, spec }, want, complete)
}

describe('a composed resource', () => {
  test('has its parts planned, created, and left alone while nothing changes', async () => {
    const engine = new FakeEngine()
    const site = { web: whole('ab'), app: { spec: { value: ref('web.spec.echo') } } }
    const { plan, result } = await upComposed(engine, site)
    assert.deepEqual(actions(plan), ['create web', 'create web:a', 'create web:b', 'create app'])
    assert.deepEqual(result.failures, [])
    assert.deepEqual(engine.cloud.named('app')[0]?.spec['value'], 'echo of a')
    const { plan: again } = await upComposed(engine, site)
    assert.deepEqual(actions(again), [])
  })

  test('removes dropped parts after everything else', async () => {
    const engine = new FakeEngine()
    const app = { spec: { value: ref('web.spec.echo') } }
    await upComposed(engine, { web: whole('abc'), app })
    const { plan } = await upComposed(engine, { web: whole('ac', {}, '2'), app })
    assert.deepEqual(actions(plan), ['update web', 'replace web:a', 'delete web:b', 'update app'])
    assert.deepEqual(await statuses(engine), { web: 'updated', 'web:a': 'created', 'web:c': 'created', app: 'created' })
    assert.deepEqual(engine.cloud.names(), ['app', 'web:a', 'web:c'])
    const { plan: gone } = await upComposed(engine, { app: {} })
    assert.deepEqual(actions(gone).toSorted(), ['delete web', 'delete web:a', 'delete web:c', 'update app'])
  })

  test('does not wait for itself with a parallelism of one', async () => {
    const engine = new FakeEngine()
    const { result } = await upComposed(engine, { a: whole('xy'), b: whole('xy'), c: whole('xy') }, { parallelism: 1 })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(engine.cloud.names().length, 6)
  })

  test('keeps its other parts if one fails, and continues in the next run', async () => {
    const engine = new FakeEngine()
    await upComposed(engine, { web: whole('abc') })
    engine.cloud.interfere = ({ name, method }) => {
      if (name === 'web:d' && method === 'Deploy') throw fakeFailure({ refused: true })
    }
    const { result } = await upComposed(engine, { web: whole('ad') })
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:b', 'web:c'])
    engine.cloud.interfere = () => undefined
    await upComposed(engine, { web: whole('ad') })
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:d'])
  })

  test('ends if the run is stopped while its parts wait for a turn', async () => {
    const engine = new FakeEngine()
    const stop = new AbortController()
    const events = ({ type }: RunEvent): void => {
      if (type === 'step-finished') stop.abort()
    }
    const { result } = await upComposed(engine, { web: whole('abcd') }, { parallelism: 1, stop: stop.signal, events })
    assert.equal(result.outcome, 'cancelled')
    assert.ok(engine.cloud.names().length < 4)
    await upComposed(engine, { web: whole('abcd') })
    assert.equal(engine.cloud.names().length, 4)
  })

  test('is completed after a kill without a part being created twice', async () => {
    const engine = new FakeEngine()
    let made = 0
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect && ++made === 2) throw new Killed()
    }
    await assert.rejects(upComposed(engine, { web: whole('abc') }), Killed)
    engine.cloud.interfere = () => undefined
    const { result } = await upComposed(engine, { web: whole('abc') })
    assert.deepEqual(result.failures, [])
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:b', 'web:c'])
    assert.deepEqual(engine.cloud.madeTwice, [])
    const { plan } = await upComposed(engine, { web: whole('abc') })
    assert.deepEqual(actions(plan), [])
  })

  test('is bound to its plan: further requests are named and refused', async () => {
    const engine = new FakeEngine()
    const { result } = await upComposed(engine, { web: whole('ab') }, { compose: hasty })
    const reasons = result.failures.flatMap((failure) => failure.reasons)
    assert.ok(reasons.includes('web:z would be created, which the plan did not show'), reasons.join('; '))
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:b'])
    const { result: less } = await upComposed(engine, { web: whole('ab', {}, '2') }, { compose: forgetful })
    assert.match(JSON.stringify(less.failures), /web:b would be destroyed, which the plan did not show/)
    assert.ok(engine.cloud.names().includes('web:b'))
    await upComposed(engine, { web: whole('a', {}, '2') })
    assert.deepEqual(engine.cloud.names(), ['web:a'])
  })

  test('is removed with all its parts after its replacement, once nothing reads it', async () => {
    const engine = new FakeEngine()
    const app = { spec: { value: ref('web.spec.echo') } }
    await upComposed(engine, { web: whole('ab'), app })
    const before = engine.cloud.calls.length
    const west = { options: { provider: 'west' } }
    const { plan } = await upComposed(engine, { web: whole('ab', west), app })
    const old = actions(plan).filter((action) => action.startsWith('delete'))
    assert.equal(old.length, 2, old.join())
    assert.deepEqual(engine.cloud.names(), ['app', 'web:a', 'web:b'])
    const calls = engine.cloud.calls.slice(before)
    assert.ok(calls.indexOf('Destroy web:a') > calls.indexOf('Deploy web:b'), calls.join())
    assert.deepEqual(actions((await upComposed(engine, { web: whole('ab', west), app })).plan), [])
  })

  test('keeps its parts when it is renamed', async () => {
    const engine = new FakeEngine()
    await upComposed(engine, { web: whole('ab') })
    const before = engine.cloud.calls.length
    const { result } = await upComposed(engine, { site: whole('ab', { options: { aliases: ['web'] } }) })
    const calls = engine.cloud.calls.slice(before).filter((call) => /Deploy|Destroy/.test(call))
    assert.deepEqual(calls, [])
    assert.deepEqual(result.counts, { update: 1, rename: 2 })
    assert.deepEqual(Object.keys(await statuses(engine)), ['site', 'site:a', 'site:b'])
  })
})
