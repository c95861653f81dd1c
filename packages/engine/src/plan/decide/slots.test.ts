import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlueprintDraft } from '../../testing/fake-blueprint.ts'
import { ref } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import type { PlanStep } from '../shape/plan.ts'

type Resources = NonNullable<BlueprintDraft['resources']>

const at = (pinned: string, value = 'v') => ({ type: 'fake/exclusive', spec: { pinned, value } })
const user = (name: string) => ({ spec: { value: ref(`${name}.spec.pinned`) } })

/** The steps of the plan from one blueprint to another. The first blueprint is deployed before. */
async function steps(first: Resources, then: Resources) {
  const engine = new FakeEngine()
  await engine.up({ resources: first })
  const { plan, result } = await engine.up({ resources: then }, { run: { parallelism: 1 } })
  assert.equal(result?.outcome, 'succeeded')
  return new Map(plan.steps.map((step) => [step.key, step]))
}

function after(found: ReadonlyMap<string, PlanStep>, key: string): readonly string[] {
  return found.get(key)?.after.toSorted() ?? []
}

test('a renamed resource with a fixed key is destroyed before it is created again, even if something refers to it', async () => {
  const found = await steps({ old: at('p'), user: user('old') }, { anew: at('p', 'w'), user: user('anew') })
  assert.deepEqual(after(found, 'anew'), ['old'])
  assert.deepEqual(after(found, 'old'), [])
  assert.deepEqual(after(found, 'user'), ['anew'])
})

test('a new resource without a key waits for an equal one with another name', async () => {
  const same = { type: 'fake/exclusive', spec: { value: 'v' } }
  const found = await steps({ old: same }, { anew: same, other: { type: 'fake/exclusive', spec: { value: 'w' } } })
  assert.deepEqual([after(found, 'anew'), after(found, 'other')], [['old'], []])
})

test('a resource that changes its slot frees the old slot before it takes the new one', async () => {
  const found = await steps({ one: at('p'), two: at('q') }, { one: at('q'), two: at('p') })
  assert.equal(after(found, 'one').length, 2)
  assert.equal(after(found, 'two').length, 2)
})

test('a resource waits for no other slot, no unknown slot, and no type that shares slots', async () => {
  const before = { old: at('p'), plain: { spec: { pinned: 'p' } }, source: { spec: { value: 'a' } } }
  const found = await steps(before, {
    anew: at('q'),
    shared: { spec: { pinned: 'p' } },
    source: { spec: { value: 'b' } },
    later: { type: 'fake/exclusive', spec: { pinned: ref('source.spec.echo') } },
  })
  assert.deepEqual(
    ['anew', 'shared', 'later'].map((key) => after(found, key)),
    [[], [], ['source']],
  )
})
