import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ResourceTypeDefinition, valueMap } from '@slipway/model'
import { type BlueprintDraft, fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../../testing/fake-types.ts'

const old: BlueprintDraft = { resources: { db: { type: 'fake/ask', spec: { value: 'v' } } } }
const renamed: BlueprintDraft = {
  resources: { store: { type: 'fake/find', spec: { value: 'v' } } },
  moved: { db: 'store' },
}

/** Plans a blueprint with a provider that can turn records of `fake/ask` into records of `fake/find`, if `canMove`. */
async function planned(draft: BlueprintDraft, canMove: boolean) {
  const engine = new FakeEngine()
  await engine.up(old)
  const provider = engine.cloud.provider.bind(engine.cloud)
  const asked: unknown[] = []
  engine.cloud.provider = () => ({
    ...provider(),
    takeOver: async ({ spec, former }) => {
      asked.push(former)
      return canMove ? valueMap([...Object.entries(spec), ['echo', 'taken over']]) : undefined
    },
  })
  const type: ResourceTypeDefinition = { ...fakeTypeDefinition('fake/find'), takesOver: true }
  const blueprint = fakeBlueprint(draft)
  const resources = new Map(Array.from(blueprint.resources, ([name, one]) => [name, { ...one, definition: type }]))
  const checked = { ...blueprint, resources }
  const { plan, gathered } = await engine.plan(draft, { gather: { blueprint: checked } })
  return { engine, plan, gathered, checked, asked }
}

describe('a resource of another type than is recorded', () => {
  test('takes over the record, if its provider can make use of it', async () => {
    const { engine, plan, gathered, checked, asked } = await planned(renamed, true)
    assert.deepEqual(asked, [{ type: 'fake/ask', pluginId: 'test/fake' }])
    assert.deepEqual(actions(plan), [])
    await engine.run(plan, gathered, checked)
    const records = (await engine.state())?.resources.map(({ name, type, spec }) => [name, type, spec['echo']])
    assert.deepEqual(records, [['store', 'fake/find', 'taken over']])
    assert.deepEqual(engine.cloud.names(), ['db'])
  })

  test('is made anew, if it cannot', async () => {
    const { plan } = await planned(renamed, false)
    assert.deepEqual(actions(plan), ['replace store'])
  })
})
