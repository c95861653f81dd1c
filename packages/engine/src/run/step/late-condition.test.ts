import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Plan } from '../../plan/shape/plan.ts'
import { parsePlan, serialisePlan } from '../../plan/shape/saved-plan.ts'
import { type BlueprintDraft, call, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine, statuses, told, withCommits } from '../../testing/fake-engine.ts'

/** A blueprint in which `maybe` exists if the echo of `db` contains a yes, and `top` reads `maybe`. */
function draft(value: string, more: ResourceDraft = {}): BlueprintDraft {
  return {
    resources: {
      db: { spec: { value } },
      maybe: { condition: call('contains', ref('db.spec.echo'), 'yes'), ...more },
      top: { spec: { value: call('coalesce', ref('maybe.spec.id'), 'nothing') } },
    },
  }
}

function exclusive(value: string, pinned: string): BlueprintDraft {
  return draft(value, { type: 'fake/exclusive', spec: { pinned } })
}

function open(plan: Plan): readonly unknown[] {
  return plan.steps.flatMap(({ key, wish, current }) =>
    wish?.conditionUntil === undefined ? [] : [[key, wish.conditionUntil, current !== undefined]],
  )
}

async function valueOf(engine: FakeEngine, name: string): Promise<unknown> {
  return (await engine.state())?.resources.find((one) => one.name === name)?.spec['value']
}

describe('a condition on unknown values', () => {
  test('is shown as open, and decided when the values are known', async () => {
    const engine = new FakeEngine()
    const first = await engine.up(draft('no'))
    assert.deepEqual(open(first.plan), [['maybe', 'resources.db.spec.echo', false]])
    assert.equal(first.result.outcome, 'succeeded')
    assert.ok(told(first.events).includes('step-dropped maybe'))
    assert.deepEqual(await statuses(engine), { db: 'created', top: 'created' })
    assert.equal(await valueOf(engine, 'top'), 'nothing')
    // The value is known now: nothing is open, and nothing has to be done.
    const again = await engine.plan(draft('no'))
    assert.deepEqual([actions(again.plan), open(again.plan), again.plan.absent], [[], [], ['maybe']])
    const other = new FakeEngine()
    await other.up(draft('yes'))
    assert.deepEqual(await statuses(other), { db: 'created', maybe: 'created', top: 'created' })
    assert.deepEqual(actions((await other.plan(draft('yes'))).plan), [])
  })

  test('removes its resource after the readers if it is false, and the plan says that it may', async () => {
    const engine = new FakeEngine()
    await engine.up(draft('yes'))
    const { plan, result, events } = await engine.up(draft('no'))
    assert.deepEqual(open(plan), [['maybe', 'resources.db.spec.echo', true]])
    assert.deepEqual(actions(plan), ['update db', 'update top'])
    assert.deepEqual(
      told(events).filter((line) => /finished (?:top|maybe)/.test(line)),
      ['step-finished top', 'step-finished maybe'],
    )
    assert.deepEqual(result.counts, { update: 2, delete: 1 })
    assert.deepEqual(engine.cloud.names(), ['db', 'top'])
    assert.equal(await valueOf(engine, 'top'), 'nothing')
  })

  test('that is known to be false removes the resource as if it were not in the blueprint', async () => {
    const engine = new FakeEngine()
    await engine.up(draft('yes'))
    const without = { ...draft('yes'), resources: { ...draft('yes').resources } }
    const condition = call('contains', ref('db.spec.echo'), 'other')
    const { plan } = await engine.up({ resources: { ...without.resources, maybe: { condition } } })
    assert.deepEqual(
      plan.steps.flatMap(({ action, key, reason, after }) => (action === 'delete' ? [[key, reason, after]] : [])),
      [['maybe', 'its condition is false', ['top']]],
    )
    assert.deepEqual(engine.cloud.names(), ['db', 'top'])
  })

  test('forgets a retained resource if it is false', async () => {
    const engine = new FakeEngine()
    await engine.up(draft('yes', { removalPolicy: 'retain' }))
    await engine.up(draft('no', { removalPolicy: 'retain' }))
    assert.deepEqual(await statuses(engine), { db: 'updated', top: 'updated' })
    assert.deepEqual(engine.cloud.names(), ['db', 'maybe', 'top'])
  })

  test('changes nothing if it is true in the end', async () => {
    const engine = new FakeEngine()
    await engine.up(draft('yes'))
    const id = (await engine.state())?.resources.find(({ name }) => name === 'maybe')?.id
    await engine.up(draft('yes, still'))
    const now = (await engine.state())?.resources.find(({ name }) => name === 'maybe')
    assert.deepEqual([now?.id, now?.status], [id, 'created'])
  })

  test('fails the step if it is neither true nor false, and nothing is removed', async () => {
    const engine = new FakeEngine()
    await engine.up(draft('yes'))
    const { result } = await engine.up(draft('new', { condition: ref('db.spec.echo') }))
    assert.deepEqual(
      result.failures.map(({ name, code }) => [name, code]),
      [['maybe', 'blueprint/wrong-type']],
    )
    assert.deepEqual(engine.cloud.names(), ['db', 'maybe', 'top'])
  })

  test('is decided by the next run if the run is killed', async () => {
    for (const condition of ['no', 'yes']) {
      const engine = new FakeEngine()
      await engine.up(draft('yes'))
      const store = withCommits(engine.store, (lease, changes) => {
        const isEnd = changes.some((change) => change.kind === 'begin' && change.intent.action === 'delete')
        return isEnd ? Promise.reject(new Error('killed')) : engine.store.commit(lease, changes)
      })
      await assert.rejects(engine.up(draft('no'), { run: { store } }))
      assert.deepEqual(engine.cloud.names(), ['db', 'maybe', 'top'])
      await engine.up(draft(condition))
      await engine.up(draft(condition))
      assert.deepEqual(engine.cloud.names(), condition === 'no' ? ['db', 'top'] : ['db', 'maybe', 'top'])
    }
  })

  test('leaves no record if it is false and the old resource was already destroyed', async () => {
    const engine = new FakeEngine()
    await engine.up(exclusive('yes', 'one'))
    const { plan, result } = await engine.up(exclusive('no', 'two'))
    assert.deepEqual(open(plan), [['maybe', 'resources.db.spec.echo', true]])
    assert.equal(plan.steps.find(({ key }) => key === 'maybe')?.destroyFirst, true)
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), ['db', 'top'])
    assert.deepEqual(await statuses(engine), { db: 'updated', top: 'updated' })
    await engine.up(exclusive('yes', 'two'))
    assert.deepEqual(engine.cloud.names(), ['db', 'maybe', 'top'])
  })

  test('is kept in a saved plan', async () => {
    const engine = new FakeEngine()
    await engine.up(draft('yes'))
    const { plan } = await engine.plan(draft('no'))
    const at = { purpose: 'plan', state: '', instance: 'site', record: 'plan 1' } as const
    const sealer = { keyId: 'k', seal: (text: string) => text, unseal: (text: string) => text }
    assert.deepEqual(open(await parsePlan(serialisePlan(plan, sealer, at), sealer, at)), open(plan))
  })
})

test('an open condition in any blueprint removes only what was shown, and in the end only wanted resources exist', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const resource = fc.record({ value: fc.constantFrom('yes', 'no'), reads: fc.nat(4), decides: fc.nat(5) })
  const blueprint = fc.array(resource, { minLength: 2, maxLength: 5 }).map((drafts): BlueprintDraft => {
    const resources = drafts.map(({ value, reads, decides }, at): [string, ResourceDraft] => {
      const [read, decide] = [names[reads], names[decides]]
      const isRead = reads < at && read !== undefined
      const spec = { value: isRead ? call('coalesce', ref(`${read}.spec.echo`), value) : value }
      const isOpen = decides < at && decide !== undefined
      const seen = isOpen ? call('coalesce', ref(`${decide}.spec.echo`), 'no') : ''
      return [names[at] ?? '', { spec, ...(isOpen && { condition: call('contains', seen, 'yes') }) }]
    })
    return { resources: Object.fromEntries(resources) }
  })
  await fc.assert(
    fc.asyncProperty(fc.array(blueprint, { minLength: 2, maxLength: 4 }), async (drafts) => {
      const engine = new FakeEngine()
      for (const one of drafts) {
        const before = engine.cloud.names()
        const { plan, result } = await engine.up(one)
        assert.equal(result.outcome, 'succeeded')
        const mayGo = plan.steps.filter(
          (step) => ['delete', 'replace'].includes(step.action) || step.wish?.conditionUntil,
        )
        const shown = new Set(mayGo.map(({ name }) => name))
        const gone = before.filter((name) => !engine.cloud.names().includes(name))
        assert.deepEqual(
          gone.filter((name) => !shown.has(name)),
          [],
        )
        const { plan: next } = await engine.plan(one)
        assert.deepEqual([actions(next), open(next)], [[], []])
      }
    }),
    { numRuns: 300 },
  )
})
