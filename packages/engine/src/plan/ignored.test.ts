import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceOptions } from '../language/resource-options.ts'
import { actions, FakeEngine } from '../testing/fake-engine.ts'
import { type BlueprintDraft, ref, type ResourceDraft } from '../testing/fake-blueprint.ts'

const keyed = (zone: string, options: ResourceOptions = {}): ResourceDraft => ({
  type: 'fake/keyed',
  spec: { zone },
  options,
})

/** Its provider keeps `value` unless it is made anew. */
const draft = (value: string, zone: string): BlueprintDraft => ({
  resources: {
    db: { type: 'fake/compared', spec: { value, zone } },
    app: { spec: { value: ref('db.spec.value') } },
  },
})

function ignoringEngine(): FakeEngine {
  const engine = new FakeEngine()
  const real = engine.cloud.provider()
  engine.cloud.provider = () => ({
    ...real,
    diff: (request) => {
      const { current, spec } = request
      const inPlace = { ...spec, value: current.spec['value'] ?? null }
      const isMoved = spec['zone'] === 'elsewhere'
      const isSame = !isMoved && spec['zone'] === current.spec['zone']
      const replaceBecause = isMoved ? ['spec.zone'] : []
      return Promise.resolve({ replaceBecause, destroyFirst: false, inPlace, ...(isSame && { isSame }) })
    },
  })
  return engine
}

describe('ignoreChanges of what tells things of a type apart', () => {
  const ignored = keyed('south', { ignoreChanges: ['zone'] })

  test('leaves the place that it has not got to another, and keeps its own', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: keyed('north') } })
    const { plan } = await engine.up({ resources: { db: ignored, app: keyed('south') } })
    assert.deepEqual(actions(plan), ['create app'])
    await assert.rejects(engine.plan({ resources: { db: ignored, app: keyed('north') } }), /would be the same/)
  })
})

describe('what a provider ignores itself', () => {
  test('is neither shown nor recorded as changed, with what else changes', async () => {
    const engine = ignoringEngine()
    await engine.up(draft('a', 'north'))
    assert.deepEqual(actions((await engine.up(draft('b', 'north'))).plan), [])
    const { plan } = await engine.up(draft('c', 'south'))
    assert.deepEqual(actions(plan), ['update db'])
    assert.deepEqual(plan.steps[0]?.changes, [{ path: 'spec.zone', previous: 'north', next: 'south' }])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'a')
  })

  test('counts for a new one, which others then read, and is shown against what was there', async () => {
    const engine = ignoringEngine()
    await engine.up(draft('a', 'north'))
    await engine.up(draft('b', 'north'))
    const { plan } = await engine.up(draft('b', 'elsewhere'))
    assert.deepEqual(actions(plan), ['replace db', 'update app'])
    assert.deepEqual(plan.steps[0]?.changes[0], { path: 'spec.value', previous: 'a', next: 'b' })
    assert.equal(engine.cloud.named('app')[0]?.spec['value'], 'b')
  })
})
