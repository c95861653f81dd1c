import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceRecord } from '@slipway/stores'
import { asking } from '../../testing/fake-program.ts'
import { type BlueprintDraft, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { FakeEngine, statuses } from '../../testing/fake-engine.ts'
import type { PlanOptions } from '../draft/make-plan.ts'

const type = 'fake/keyed'
const [a, b, c] = ['a', 'b', 'c'].map((zone): ResourceDraft => ({ type, spec: { zone } }))
const both: Record<string, ResourceDraft> = { ...(a && { a }), ...(b && { b }) }
const none: BlueprintDraft = { resources: {} }

/** Makes an engine in which all resources of a blueprint stand for the same thing. */
async function asOne(
  resources: Record<string, ResourceDraft>,
  change: (record: ResourceRecord) => object = () => ({}),
) {
  const engine = new FakeEngine()
  const all = Object.entries(resources)
  for (const at of all.keys()) {
    engine.clock.time += 1000
    await engine.up({ resources: Object.fromEntries(all.slice(0, at + 1)) })
  }
  const lease = await engine.lease()
  for (const record of (await engine.state())?.resources ?? []) {
    const resource = { ...record, ...change(record), spec: { ...record.spec, zone: 'one' } }
    await engine.store.commit(lease, [{ kind: 'resource', resource }])
  }
  engine.cloud.calls.length = 0
  return engine
}

/** The planned action of each resource, and the destroy calls of the run. The run does what the plan says. */
async function gone(engine: FakeEngine, draft: BlueprintDraft | undefined, plan: Partial<PlanOptions> = {}) {
  const up = await engine.up(draft, { plan })
  assert.equal(up.result.outcome, 'succeeded')
  const finished = up.events.flatMap((event) =>
    event.type === 'step-finished' ? [`${event.action} ${event.name}`] : [],
  )
  const shown = up.plan.steps.filter(({ action }) => action !== 'none')
  assert.deepEqual(finished.toSorted(), shown.map(({ action, name }) => `${action} ${name}`).toSorted())
  return {
    reasons: Object.fromEntries(shown.map(({ name, action, reason }) => [name, action === 'forget' ? reason : action])),
    calls: engine.cloud.calls.filter((call) => call.startsWith('Destroy')),
  }
}

describe('two records of one real resource', () => {
  test('end as planned: one is forgotten, the other destroyed', async () => {
    for (const draft of [undefined, none]) {
      const engine = await asOne(both)
      const plan = { operation: draft === undefined ? 'destroy' : 'up' } as const
      assert.deepEqual(await gone(engine, draft, plan), {
        reasons: { b: 'a is the same thing', a: 'delete' },
        calls: ['Destroy a'],
      })
      assert.deepEqual(await statuses(engine), {})
    }
  })

  test('end in the order of their dependencies', async () => {
    const engine = await asOne({ ...(b && { b }), a: { type, spec: { zone: 'a', value: ref('b.spec.echo') } } })
    const { reasons } = await gone(engine, undefined, { operation: 'destroy' })
    assert.deepEqual(reasons, { a: 'b is the same thing', b: 'delete' })
  })

  test('destroy it once, even if there are three', async () => {
    const engine = await asOne({ ...both, ...(c && { c }) })
    assert.deepEqual(await gone(engine, undefined, { operation: 'destroy' }), {
      reasons: { c: 'a is the same thing', b: 'a is the same thing', a: 'delete' },
      calls: ['Destroy a'],
    })
  })

  test('destroy nothing if the other one is retained or left out', async () => {
    const retained = await asOne(both, ({ name }) => (name === 'b' ? { removalPolicy: 'retain' } : {}))
    assert.deepEqual(await gone(retained, none), {
      reasons: { b: 'retained', a: 'b is the same thing' },
      calls: [],
    })
    const left = await asOne(both)
    assert.deepEqual(await gone(left, undefined, { operation: 'destroy', targets: ['a'] }), {
      reasons: { a: 'b is the same thing' },
      calls: [],
    })
    assert.deepEqual(await statuses(left), { b: 'created' })
  })

  test('are destroyed once if a program asks for neither', async () => {
    const engine = await asOne(both)
    const { result } = await engine.program(asking([]))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.calls, ['Destroy a'])
    assert.deepEqual(await statuses(engine), {})
  })
})
