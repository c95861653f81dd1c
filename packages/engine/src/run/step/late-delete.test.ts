import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { defaultDeadlines } from '../../defaults.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine, statuses, type Up } from '../../testing/fake-engine.ts'
import { fakeDefinition, fakeTypeDefinition } from '../../testing/fake-types.ts'
import type { Session } from '../session/session.ts'
import { lateDeleteMs } from './late-delete.ts'

async function wait(more: Partial<ResourceTypeDefinition>, record: Partial<ResourceRecord> = {}): Promise<number> {
  const engine = new FakeEngine()
  await engine.up({ resources: { one: {} } })
  const [known] = (await engine.state())?.resources ?? []
  assert.ok(known)
  const session = {
    definition: () => ({ ...fakeTypeDefinition('fake/find'), identity: { fields: ['zone'] }, ...more }),
    journal: { now: () => 10_000 },
    timing: { deadlines: defaultDeadlines },
  } as unknown as Session
  return lateDeleteMs({ ...known, status: 'destroy-interrupted', updatedAt: 9_000, ...record }, session)
}

test('a delete that was cut off is repeated after the time that its type declares', async () => {
  assert.equal(await wait({ settlesWithinMs: 5_000 }), 4_000)
  assert.equal(await wait({ settlesWithinMs: 500 }), 0)
  // The clock was set back.
  assert.equal(await wait({ settlesWithinMs: 5_000 }, { updatedAt: 99_000 }), 5_000)
  // The wait is as long as the longest wait for any other doubt.
  assert.equal(await wait({ settlesWithinMs: 500_000 }), defaultDeadlines.settle)
})

test('no step waits for an ended delete, for a type without a declared time, or if each resource has its own id', async () => {
  assert.equal(await wait({}), 0)
  const byId = { settlesWithinMs: 5_000, idField: 'id', identity: undefined }
  assert.equal(await wait(byId as unknown as Partial<ResourceTypeDefinition>), 0)
  assert.equal(await wait({ settlesWithinMs: 5_000 }, { status: 'destroy-failed' }), 0)
})

test('an id chosen by the user may belong to a new resource', async () => {
  const byName = { settlesWithinMs: 5_000, idField: 'value', identity: undefined }
  assert.equal(await wait(byName as unknown as Partial<ResourceTypeDefinition>), 4_000)
})

/** Destroys many papers whose delete was interrupted a second ago. */
async function destroyedAgain(backMs: number, stop?: AbortController): Promise<Up & { readonly engine: FakeEngine }> {
  const engine = new FakeEngine()
  const late = { ...fakeTypeDefinition('fake/paper'), settlesWithinMs: 30_000 }
  const definition = { ...fakeDefinition, resourceTypes: { ...fakeDefinition.resourceTypes, 'fake/paper': late } }
  const { catalog, ...rest } = engine.ports()
  const ports = { ...rest, catalog: { ...catalog, define: () => Promise.resolve(definition) } }
  const papers = Array.from({ length: 50 }, (_, at) => [`p${at}`, { type: 'fake/paper', spec: { zone: `z${at}` } }])
  await engine.up({ resources: Object.fromEntries(papers) }, { gather: { ports }, run: { ports } })
  engine.cloud.interfere = ({ method }) => {
    if (method === 'Destroy') throw fakeFailure({ inDoubt: true })
  }
  await engine.destroy({ gather: { ports }, run: { ports } })
  engine.cloud.interfere = ({ method }) => {
    if (method === 'Destroy') assert.equal(stop?.signal.aborted ?? false, false)
  }
  engine.clock.time += 1_000 - backMs
  const events: Up['events'][number][] = []
  const run = { ports, ...(stop && { stop: stop.signal }) }
  const up = await engine.destroy({
    gather: { ports },
    run: {
      ...run,
      events(event) {
        events.push(event)
        if (event.type === 'delete-delayed') stop?.abort()
      },
    },
  })
  return { ...up, events, engine }
}

test('several deletes are waited for together, and the user is told once', async () => {
  for (const [backMs, waited] of [
    [0, 29_000],
    [900_000, 30_000],
  ] as const) {
    const { engine, events, result } = await destroyedAgain(backMs)
    const told = events.flatMap((event) => (event.type === 'delete-delayed' ? [event.waitMs] : []))
    assert.deepEqual([told, result.counts, engine.clock.slept], [[waited], { delete: 50 }, [waited]])
  }
})

test('a delete is not repeated if the user stops the wait', async () => {
  const { engine, result } = await destroyedAgain(0, new AbortController())
  assert.equal(result.outcome, 'cancelled')
  assert.equal(result.failures[0]?.code, 'engine/call-cancelled')
  const left = Object.values(await statuses(engine))
  assert.deepEqual([left.length, new Set(left)], [50, new Set(['destroy-interrupted'])])
  assert.equal(engine.cloud.things.size, 50)
})
