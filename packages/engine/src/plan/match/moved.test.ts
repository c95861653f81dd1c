import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { hasChanges, type Plan } from '../shape/plan.ts'

const before: BlueprintDraft = {
  resources: { page: { spec: { value: 'a' } }, link: { spec: { value: ref('page.spec.id') } } },
}

/** The renamed resources, with their new names. */
function renamed(plan: Plan): readonly string[] {
  return plan.steps.flatMap(({ name, wish }) =>
    wish?.renamedFrom === undefined ? [] : [`${wish.renamedFrom} -> ${name}`],
  )
}

async function deployed(draft: BlueprintDraft): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft)
  engine.cloud.calls.length = 0
  return engine
}

describe('moved', () => {
  const after: BlueprintDraft = {
    resources: { site: { spec: { value: 'a' } }, link: { spec: { value: ref('site.spec.id') } } },
    moved: { page: 'start', start: 'site' },
  }

  test('renames an existing resource once through any number of entries, without a provider call', async () => {
    const engine = await deployed(before)
    const { plan } = await engine.up(after)
    assert.deepEqual(renamed(plan), ['page -> site'])
    assert.deepEqual(engine.cloud.calls, [])
    assert.equal(hasChanges((await engine.plan(after)).plan), false)
    await engine.up({ resources: {} })
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('is ignored if it does not apply', async () => {
    const engine = await deployed(after)
    assert.equal(hasChanges((await engine.plan(after)).plan), false)
    const other = await deployed({})
    assert.deepEqual(actions((await other.plan(after)).plan), ['create site', 'create link'])
  })

  test('is refused if another resource has the new name', async () => {
    const engine = await deployed({ resources: { page: {}, site: {} } })
    await assert.rejects(
      engine.plan({ ...after, moved: { page: 'site' } }),
      /page cannot be renamed to site: site is already recorded/,
    )
    const two = await deployed({ resources: { page: {}, start: {} } })
    await assert.rejects(two.plan(after), /would both be site/)
  })

  test('does not matter if the renamed resource is unwanted: both are removed', async () => {
    const engine = await deployed({ resources: { page: {}, site: {}, start: {} } })
    const gone = await engine.up({ resources: {}, moved: { page: 'site', start: 'site' } })
    assert.deepEqual(actions(gone.plan), ['delete start', 'delete site', 'delete page'])
    assert.equal(gone.result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('is refused if the new name is the former name of a wanted resource', async () => {
    const engine = await deployed({ resources: { page: {}, site: {} } })
    const home = { options: { aliases: ['site'] } }
    await assert.rejects(
      engine.plan({ resources: { home }, moved: { page: 'site' } }),
      /page cannot be renamed to site: site is already recorded/,
    )
  })

  test('renames a child with all its resources', async () => {
    const engine = await deployed({
      resources: { 'net/vpc': {}, 'net/sub/a': { spec: { value: ref('net/vpc.spec.id') } } },
    })
    const { plan } = await engine.up({
      resources: { 'network/vpc': {}, 'network/sub/a': { spec: { value: ref('network/vpc.spec.id') } } },
      moved: { net: 'network' },
    })
    assert.deepEqual(renamed(plan), ['net/vpc -> network/vpc', 'net/sub/a -> network/sub/a'])
    assert.deepEqual(engine.cloud.calls, [])
  })

  test('works with an alias inside a child under the child’s new name', async () => {
    const engine = await deployed({ resources: { 'net/vpc': {}, 'net/sub': {} } })
    const { plan } = await engine.up({
      resources: { 'network/lan': { options: { aliases: ['network/vpc'] } }, 'network/sub': {} },
      moved: { net: 'network' },
    })
    assert.deepEqual(renamed(plan), ['net/vpc -> network/lan', 'net/sub -> network/sub'])
    assert.deepEqual(engine.cloud.calls, [])
  })

  test('applies before changes, replacements and removals', async () => {
    const engine = await deployed({ resources: { page: { spec: { pinned: 'a' } }, other: {} } })
    const { plan } = await engine.plan({
      resources: { site: { spec: { pinned: 'b' } } },
      moved: { page: 'site', other: 'nowhere' },
    })
    assert.deepEqual(actions(plan), ['replace site', 'delete other'])
    assert.deepEqual(renamed(plan), ['page -> site'])
  })

  test('accepts both names as a target', async () => {
    const engine = await deployed(before)
    const { plan } = await engine.plan(after, { plan: { targets: ['site'] } })
    assert.deepEqual(renamed(plan), ['page -> site'])
  })
})

describe('a former name', () => {
  const ways: Readonly<Record<string, Partial<BlueprintDraft>>> = {
    'by moved': { resources: { site: {} }, moved: { page: 'site' } },
    'by an alias': { resources: { site: { options: { aliases: ['page'] } } } },
  }
  for (const [way, { resources, ...beside }] of Object.entries(ways))
    test(`is known again when the run that changed it ${way} has failed, and the blueprint is as before`, async () => {
      const old: BlueprintDraft = { resources: { page: {}, other: {} } }
      const engine = await deployed(old)
      engine.cloud.interfere = ({ method }) => {
        if (method === 'Deploy') throw fakeFailure({ refused: true })
      }
      const broken = { ...beside, resources: { ...resources, other: { spec: { value: 'worse' } } } }
      assert.equal((await engine.up(broken)).result.outcome, 'failed')
      engine.cloud.calls.length = 0
      const { plan } = await engine.up(old)
      assert.deepEqual(renamed(plan), ['site -> page'])
      assert.deepEqual(engine.cloud.calls, [])
      assert.equal(hasChanges((await engine.plan(old)).plan), false)
    })

  test('does not match another wanted resource, or one of another type', async () => {
    const engine = await deployed({ resources: { page: {} } })
    await engine.up({ resources: { site: {} }, moved: { page: 'site' } })
    assert.deepEqual(actions((await engine.plan({ resources: { page: {}, site: {} } })).plan), ['create page'])
    const { plan } = await engine.plan({ resources: { page: { type: 'fake/ask' } } })
    assert.deepEqual(actions(plan), ['create page', 'delete site'])
  })
})
