import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResourceTypeDefinition } from '@slipway/model'
import { call, fakeBlueprint, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../../testing/fake-types.ts'
import { makePlan } from '../../plan/draft/make-plan.ts'
import type { CheckedBlueprint } from '../checked.ts'
import { scopeOf, unknownSources } from '../values/blueprint-scope.ts'
import { resolveSpec } from './resolve-spec.ts'
import { taggedBlueprint } from './tagged.ts'

const tags = { 'slipway:instance': 'site', 'slipway:blueprint': 'site.yaml' }

/** The tags of a resource whose type is taggable, unless `more` changes the type. */
function tagsOf(draft: ResourceDraft, more: Partial<ResourceTypeDefinition> = {}): unknown {
  const blueprint = fakeBlueprint({ resources: { a: draft } })
  const [a] = blueprint.resources.values()
  assert.ok(a)
  const definition = { ...fakeTypeDefinition('fake/find'), ...more }
  const changed: CheckedBlueprint = { ...blueprint, resources: new Map([['a', { ...a, definition }]]) }
  const tagged = taggedBlueprint(changed, tags)
  const [one] = tagged.resources.values()
  assert.ok(one)
  const { spec, diagnostics } = resolveSpec(one, scopeOf(tagged, unknownSources()))
  assert.deepEqual(diagnostics, [])
  return JSON.parse(JSON.stringify(spec['tags'] ?? null))
}

test('a taggable resource gets tags in addition to its own', () => {
  assert.deepEqual(tagsOf({}), tags)
  assert.deepEqual(tagsOf({ spec: { tags: { mine: 'x' } } }), { mine: 'x', ...tags })
  assert.deepEqual(tagsOf({ spec: { tags: { 'slipway:instance': 'own' } } }), { ...tags, 'slipway:instance': 'own' })
})

test('computed tags, tags of another type and tags set by the provider are left alone', () => {
  assert.deepEqual(tagsOf({ spec: { tags: call('object') } }), {})
  assert.equal(tagsOf({}, { tagsItself: true }), null)
  const numbers = { type: 'object', attributes: { tags: { type: 'map', mapValues: { type: 'integer' } } } } as const
  assert.equal(tagsOf({}, { schema: numbers }), null)
  assert.equal(tagsOf({}, { schema: { type: 'object', attributes: { tags: { type: 'map', computed: true } } } }), null)
})

test('changed tags cause one update and another plan hash', async () => {
  const engine = new FakeEngine()
  const draft = { resources: { a: {} } }
  await engine.up(draft)
  const { gathered } = await engine.plan(draft)
  const blueprint = taggedBlueprint(fakeBlueprint(draft), tags)
  assert.notEqual(blueprint.hash(), fakeBlueprint(draft).hash())
  const plan = makePlan(blueprint, gathered, { operation: 'up' })
  assert.deepEqual(
    plan.steps.map(({ action }) => action),
    ['update'],
  )
  await engine.run(plan, gathered, blueprint)
  assert.deepEqual({ ...(engine.cloud.named('a')[0]?.spec['tags'] as object) }, tags)
})
