import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider } from '@slipway/model'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses } from '../../testing/fake-engine.ts'

/** A provider whose updates become visible only after 3 s. */
function slowly(engine: FakeEngine): Provider {
  const provider = engine.cloud.provider()
  const from = new Map<string, number>()
  return {
    ...provider,
    deploy: async (request) => {
      const done = await provider.deploy(request)
      if (request.current === undefined) return done
      // The work of other resources takes long before `b` is changed.
      if (request.resourceName === 'work') {
        engine.clock.time += 70_000
        return done
      }
      from.set(request.resourceId, engine.clock.time + 3_000)
      throw fakeFailure({ inDoubt: true })
    },
    externalState: async (request) =>
      engine.clock.time < (from.get(request.resourceId) ?? 0) ? undefined : await provider.externalState(request),
  }
}

function draft(value: string) {
  return {
    resources: Object.fromEntries(['a', 'work', 'b'].map((name) => [name, { type: 'fake/slow', spec: { value } }])),
  }
}

test('an update in doubt is settled with its own waiting time, however old another one is', async () => {
  const engine = new FakeEngine()
  const { catalog, ...ports } = engine.ports()
  const finding = { ...ports, catalog: { ...catalog, provider: () => Promise.resolve(provider) } }
  const provider = slowly(engine)
  const asking = { gather: { ports: finding }, run: { ports: finding, parallelism: 1 } }
  await engine.up(draft('one'), asking)
  engine.clock.time += 3_600_000
  const { events } = await engine.up(draft('two'), asking)
  const waited = events.flatMap((event) => (event.type === 'not-found-yet' ? [event.name] : []))
  assert.deepEqual(waited, ['a', 'b'])
  assert.deepEqual(await statuses(engine), { a: 'updated', b: 'updated', work: 'updated' })
  const { plan } = await engine.plan(draft('two'))
  assert.deepEqual(
    plan.steps.filter(({ action }) => action !== 'none'),
    [],
  )
})
