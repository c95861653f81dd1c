import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gather } from '../plan/gather.ts'
import { makePlan } from '../plan/make-plan.ts'
import { fakeBlueprint, fakeResource, ref, type ResourceDraft } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { actions, FakeEngine, statuses } from '../testing/fake-engine.ts'
import type { Compose } from './compose.ts'
import type { RunEvent } from './events.ts'
import { PlannedCompositions } from './planned-compositions.ts'
import type { RunRequest } from './run-request.ts'

/** Asks for a part for each letter that the whole is given, the second and later ones after the first, and echoes what the first echoes. */
const compose: Compose = async ({ spec }, want) => {
  const { value, pinned } = spec
  if (typeof value !== 'string' || typeof pinned !== 'string') throw fakeFailure({ message: 'it needs letters' })
  const [first = '', ...others] = value
  const record = await want(fakeResource(first, { spec: { value: first, pinned } }))
  if (record === undefined) throw fakeFailure({ message: `there is no ${first}` })
  const asked = others.map((name) => want(fakeResource(name, { spec: { value: name }, dependsOn: [first] })))
  if ((await Promise.all(asked)).includes(undefined)) throw fakeFailure({ message: 'a part is missing' })
  return { 'spec.echo': record.spec['echo'] ?? null }
}

/** Not a Failure: the engine must take it for the end of the world. */
class Killed extends Error {}

const whole = (value: string, more: Partial<ResourceDraft> = {}, pinned = '1'): ResourceDraft => ({
  type: 'fake/whole',
  spec: { value, pinned },
  ...more,
})

async function up(
  engine: FakeEngine,
  resources: Readonly<Record<string, ResourceDraft>>,
  run: Partial<RunRequest> = {},
) {
  const blueprint = fakeBlueprint({ resources })
  const ports = engine.ports()
  const compositions = new PlannedCompositions(compose, { ports })
  const options = { operation: 'up' } as const
  const request = { instance: 'site', state: await engine.state(), blueprint, options, ports }
  const gathered = await gather({ ...request, composing: compositions.asking })
  const plan = compositions.joined(makePlan(blueprint, gathered, options), blueprint)
  return await engine.run(plan, gathered, blueprint, { compose, ...run })
}

describe('a resource that is made of others', () => {
  test('has them planned, made, and left alone as long as nothing changes', async () => {
    const engine = new FakeEngine()
    const site = { web: whole('ab'), app: { spec: { value: ref('web.spec.echo') } } }
    const { plan, result } = await up(engine, site)
    assert.deepEqual(actions(plan), ['create web', 'create web:a', 'create web:b', 'create app'])
    assert.deepEqual(result.failures, [])
    assert.deepEqual(engine.cloud.named('app')[0]?.spec['value'], 'echo of a')
    const { plan: again } = await up(engine, site)
    assert.deepEqual(actions(again), [])
  })

  test('lets those go that it no longer asks for, once everything else is done', async () => {
    const engine = new FakeEngine()
    const app = { spec: { value: ref('web.spec.echo') } }
    await up(engine, { web: whole('abc'), app })
    const { plan } = await up(engine, { web: whole('ac', {}, '2'), app })
    assert.deepEqual(actions(plan), ['update web', 'replace web:a', 'delete web:b', 'update app'])
    assert.deepEqual(await statuses(engine), { web: 'updated', 'web:a': 'created', 'web:c': 'created', app: 'created' })
    assert.deepEqual(engine.cloud.names(), ['app', 'web:a', 'web:c'])
    const { plan: gone } = await up(engine, { app: {} })
    assert.deepEqual(actions(gone).toSorted(), ['delete web', 'delete web:a', 'delete web:c', 'update app'])
  })

  test('does not wait for itself, however few steps may be done at a time', async () => {
    const engine = new FakeEngine()
    const { result } = await up(engine, { a: whole('xy'), b: whole('xy'), c: whole('xy') }, { parallelism: 1 })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(engine.cloud.names().length, 6)
  })

  test('keeps what it has when one of its parts fails, and goes on from there', async () => {
    const engine = new FakeEngine()
    await up(engine, { web: whole('abc') })
    engine.cloud.interfere = ({ name, method }) => {
      if (name === 'web:d' && method === 'Deploy') throw fakeFailure({ refused: true })
    }
    const { result } = await up(engine, { web: whole('ad') })
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:b', 'web:c'])
    engine.cloud.interfere = () => undefined
    await up(engine, { web: whole('ad') })
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:d'])
  })

  test('ends when the run is stopped while its parts wait for their turn', async () => {
    const engine = new FakeEngine()
    const stop = new AbortController()
    const events = ({ type }: RunEvent): void => {
      if (type === 'step-finished') stop.abort()
    }
    const { result } = await up(engine, { web: whole('abcd') }, { parallelism: 1, stop: stop.signal, events })
    assert.equal(result.outcome, 'cancelled')
    assert.ok(engine.cloud.names().length < 4)
    await up(engine, { web: whole('abcd') })
    assert.equal(engine.cloud.names().length, 4)
  })

  test('is made anew, and none of its parts twice, when the engine dies in the middle', async () => {
    const engine = new FakeEngine()
    let made = 0
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect && ++made === 2) throw new Killed()
    }
    await assert.rejects(up(engine, { web: whole('abc') }), Killed)
    engine.cloud.interfere = () => undefined
    const { result } = await up(engine, { web: whole('abc') })
    assert.deepEqual(result.failures, [])
    assert.deepEqual(engine.cloud.names(), ['web:a', 'web:b', 'web:c'])
    assert.deepEqual(engine.cloud.madeTwice, [])
    const { plan } = await up(engine, { web: whole('abc') })
    assert.deepEqual(actions(plan), [])
  })
})
