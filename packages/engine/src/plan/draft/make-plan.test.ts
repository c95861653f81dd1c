import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isUnknown, secret, type ValueMap, valueMap } from '@slipway/model'
import { actions, FakeEngine, site } from '../../testing/fake-engine.ts'
import { type BlueprintDraft, fakeBlueprint, ref, text } from '../../testing/fake-blueprint.ts'
import { fakeSchema } from '../../testing/fake-types.ts'
import { diffReality, diffSpec } from '../../spec/diff.ts'
import { refuseStale } from '../shape/refuse-stale.ts'
import { makePlan, type PlanOptions } from './make-plan.ts'
import { hasChanges, hasWork, summary } from '../shape/plan.ts'
import { parsePlan, serialisePlan } from '../shape/saved-plan.ts'

const at = { purpose: 'plan', state: '', instance: 'site', record: 'plan 1' } as const

/** A sealer that reverses the text, which is enough to recognise the result. */
const sealer = {
  keyId: 'key',
  seal: (plain: string) => plain.split('').toReversed().join(''),
  unseal: (sealed: string) => sealed.split('').toReversed().join(''),
}

async function planned(before: BlueprintDraft, after: BlueprintDraft) {
  const engine = new FakeEngine()
  await engine.up(before)
  return (await engine.plan(after)).plan
}

function rule(name: string, port: number): ValueMap {
  return valueMap([
    ['name', name],
    ['port', port],
  ])
}

function users(value: string): BlueprintDraft {
  return {
    resources: {
      db: { spec: { value } },
      byId: { spec: { value: ref('db.spec.id') } },
      byEcho: { spec: { value: text('see ', ref('db.spec.echo')) } },
      pinned: { spec: { pinned: ref('db.spec.echo') } },
    },
  }
}

const bad = { spec: { network: { port: 'x' }, other: 1 } }

describe('a plan', () => {
  test('lists changes in the order of the schema, with full paths', async () => {
    const plan = await planned(
      {
        resources: { db: { spec: { value: 'a', tags: { x: '1', y: '2' }, network: { port: 1 }, inputs: ['p', 'q'] } } },
      },
      {
        resources: {
          db: { spec: { tags: { 'x.y': '1', y: '3' }, network: { port: 2 }, inputs: ['p', 'r', 's'], value: 'b' } },
        },
      },
    )
    assert.deepEqual(plan.steps[0]?.changes, [
      { path: 'spec.value', previous: 'a', next: 'b' },
      { path: 'spec.inputs[1]', previous: 'q', next: 'r' },
      { path: 'spec.inputs[2]', next: 's' },
      { path: 'spec.network.port', previous: 1, next: 2 },
      { path: 'spec.tags["x.y"]', next: '1' },
      { path: 'spec.tags.y', previous: '2', next: '3' },
      { path: 'spec.tags.x', previous: '1' },
    ])
  })

  test('ignores the order of unordered lists, and fields that the provider fills in', () => {
    const recorded = valueMap([
      ['rules', [rule('a', 1), rule('b', 2)]],
      ['zone', 'north'],
      ['id', 'id'],
      ['tags', null],
    ])
    const same = diffSpec(fakeSchema, recorded, valueMap([['rules', [rule('b', 2), rule('a', 1)]]]))
    assert.deepEqual(same.changes, [])
    const changed = diffSpec(fakeSchema, recorded, valueMap([['rules', [rule('b', 3), rule('c', 4)]]]))
    assert.deepEqual(changed.changes, [
      { path: 'spec.rules[0].port', previous: 2, next: 3 },
      { path: 'spec.rules[1]', next: rule('c', 4) },
      { path: 'spec.rules[2]', previous: rule('a', 1) },
    ])
    assert.deepEqual(
      diffSpec(fakeSchema, recorded, valueMap([...Object.entries(recorded), ['zone', 'south']])).changes,
      [{ path: 'spec.zone', previous: 'north', next: 'south' }],
    )
  })

  test('treats a secret null as null', () => {
    const [bare, hidden] = [null, secret(null)].map((password) => valueMap([['password', password]])) as [
      ValueMap,
      ValueMap,
    ]
    for (const [one, other] of [
      [bare, hidden],
      [hidden, bare],
      [hidden, hidden],
    ] as const) {
      assert.deepEqual(diffSpec(fakeSchema, one, other).changes, [])
      assert.deepEqual(diffReality(fakeSchema, one, other), [])
    }
    assert.equal(diffReality(fakeSchema, hidden, valueMap([['password', 'p']])).length, 1)
  })

  test('masks values that are marked secret or that the schema calls sensitive', async () => {
    const plan = await planned(
      { resources: { db: { spec: { value: secret('old'), password: 'p1' } } } },
      { resources: { db: { spec: { value: secret('new'), password: 'p2' } } } },
    )
    assert.equal(plan.steps[0]?.changes.length, 2)
    assert.doesNotMatch(JSON.stringify(plan.steps), /old|new|p1|p2/)
  })

  test('marks computed fields other than the id as unknown in an update', async () => {
    const plan = await planned(users('a'), users('b'))
    assert.deepEqual(actions(plan), ['update db', 'update byEcho', 'replace pinned'])
    assert.ok(isUnknown(plan.steps.find(({ name }) => name === 'byEcho')?.changes[0]?.next))
  })

  test('counts labels as changes', async () => {
    const plan = await planned(
      { resources: { db: { labels: { app: 'a' } } } },
      { resources: { db: { labels: { app: 'b' } } } },
    )
    assert.deepEqual(plan.steps[0]?.changes, [{ path: 'metadata.labels.app', previous: 'a', next: 'b' }])
  })

  test('records a resource that needs no call without a provider call', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: {}, web: {} } })
    const needing: BlueprintDraft = { resources: { db: {}, web: { dependsOn: ['db'] } } }
    const { plan } = await engine.plan(needing)
    assert.equal(hasChanges(plan), false)
    assert.equal(hasWork(plan), true)
    const draft: BlueprintDraft = { resources: { db: { removalPolicy: 'retain' }, web: { dependsOn: ['db'] } } }
    const retaining = (await engine.plan(draft)).plan
    assert.equal(hasChanges(retaining), true)
    assert.deepEqual(
      retaining.steps.flatMap(({ wish }) => wish?.recorded ?? []),
      [{ path: 'removalPolicy', previous: 'delete', next: 'retain' }],
    )
    engine.cloud.calls.length = 0
    await engine.up(draft)
    assert.deepEqual(engine.cloud.calls, [])
    assert.equal(hasWork((await engine.plan(draft)).plan), false)
    assert.deepEqual(actions((await engine.plan({ resources: {} })).plan), ['delete web', 'forget db'])
  })

  test('removes dependents before their dependencies', async () => {
    const plan = await planned(
      {
        resources: {
          db: {},
          web: { spec: { value: ref('db.spec.id') } },
          top: { spec: { value: ref('web.spec.id') } },
        },
      },
      { resources: { top: { spec: { value: 'alone' } } } },
    )
    assert.deepEqual(
      plan.steps.map(({ action, key, after }) => [action, key, after]),
      [
        ['update', 'top', []],
        ['delete', 'web', ['top']],
        ['delete', 'db', ['web']],
      ],
    )
  })

  test('treats the name of a child as all its resources, along with a resource of that name', async () => {
    const engine = new FakeEngine()
    const draft = { resources: { net: {}, 'net/a': {}, 'net/b/c': {}, 'other/d': {} } }
    const keysOf = async (target: string) =>
      (await engine.plan(draft, { plan: { targets: [target] } })).plan.steps.map(({ key }) => key)
    assert.deepEqual(await keysOf('net/b'), ['net/b/c'])
    assert.deepEqual(await keysOf('net'), ['net', 'net/a', 'net/b/c'])
    assert.deepEqual(await keysOf('other'), ['other/d'])
    await assert.rejects(keysOf('ohter'), { code: 'engine/unknown-target', hint: 'did you mean "other"?' })
    await engine.up(draft)
    const { plan } = await engine.plan(draft, { plan: { replace: ['net/b', 'other'] } })
    assert.deepEqual(actions(plan), ['replace net/b/c', 'replace other/d'])
  })

  test('for targets includes their dependencies', async () => {
    const engine = new FakeEngine()
    const draft: BlueprintDraft = { resources: { db: {}, web: { dependsOn: ['db'] }, far: {} } }
    const { plan } = await engine.plan(draft, { plan: { targets: ['web'] } })
    assert.deepEqual(actions(plan), ['create db', 'create web'])
    await assert.rejects(engine.plan(draft, { plan: { targets: ['wbe'] } }), { code: 'engine/unknown-target' })
    await assert.rejects(engine.plan(draft, { plan: { targets: ['web'], replace: ['far'] } }), {
      code: 'engine/replace-beside-target',
      hint: 'add --target far, or leave out --replace',
    })
  })

  test('with exclusions leaves out their dependents, too', async () => {
    const engine = new FakeEngine()
    const draft: BlueprintDraft = {
      resources: {
        db: {},
        web: { dependsOn: ['db'] },
        cdn: { dependsOn: ['web'] },
        far: {},
        page_0: {},
        'net/vpc': {},
      },
    }
    const planFor = async (exclude: readonly string[], plan: Partial<PlanOptions> = {}) =>
      (await engine.plan(draft, { plan: { exclude, ...plan } })).plan
    const { part, steps } = await planFor(['web', 'page[0]', 'net'])
    assert.deepEqual(
      steps.map(({ key }) => key),
      ['db', 'far'],
    )
    assert.deepEqual(part, { exclude: ['web', 'page[0]', 'net'] })
    await assert.rejects(planFor(['wbe']), { code: 'engine/unknown-target', hint: 'did you mean "web"?' })
    await assert.rejects(planFor(['web'], { targets: ['db'] }), { code: 'engine/exclude-beside-target' })
    await assert.rejects(planFor(['db'], { replace: ['web'] }), {
      code: 'engine/replace-beside-target',
      hint: 'leave out --exclude or --replace',
    })
  })

  test('of a destroy keeps excluded resources and their dependencies', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: {}, web: { dependsOn: ['db'] }, far: { dependsOn: ['web'] } } })
    const { plan } = await engine.plan(undefined, { plan: { operation: 'destroy', exclude: ['web'] } })
    assert.deepEqual(actions(plan), ['delete far'])
    assert.equal(plan.exportsChanged, false)
    const edited = await engine.plan({ resources: {} }, { plan: { exclude: ['web'] } })
    assert.deepEqual(actions(edited.plan), ['delete far'])
    const { plan: refresh } = await engine.plan(undefined, { plan: { operation: 'refresh', exclude: ['web'] } })
    assert.deepEqual(
      refresh.steps.map(({ key }) => key),
      ['db', 'far'],
    )
  })

  test('removes exports only if it removes everything', async () => {
    const engine = new FakeEngine()
    await engine.up(site)
    const { plan: whole } = await engine.plan(undefined, { plan: { operation: 'destroy' } })
    assert.deepEqual([actions(whole), whole.exportsChanged], [['delete web', 'delete db'], true])
    const { plan: part } = await engine.plan(undefined, { plan: { operation: 'destroy', targets: ['web'] } })
    assert.deepEqual([actions(part), part.exportsChanged], [['delete web'], false])
  })

  test('excludes both names of a renamed resource', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { old: {}, far: {} } })
    const draft: BlueprintDraft = { resources: { next: {}, far: { spec: { value: 'new' } } }, moved: { old: 'next' } }
    for (const name of ['old', 'next'])
      assert.deepEqual(actions((await engine.plan(draft, { plan: { exclude: [name] } })).plan), ['update far'])
  })

  test('accepts the blueprint’s names for items of each', async () => {
    const engine = new FakeEngine()
    const draft: BlueprintDraft = { resources: { page_0: {}, page_home: {}, page: {} } }
    const keysOf = async (targets: readonly string[]) =>
      (await engine.plan(draft, { plan: { targets } })).plan.steps.map(({ key }) => key)
    assert.deepEqual(await keysOf(['page[0]']), ['page_0'])
    assert.deepEqual(await keysOf(['page["home"]']), ['page_home'])
    assert.deepEqual(await keysOf(['page.home', 'page']), ['page_home', 'page'])
    await assert.rejects(engine.plan(draft, { plan: { targets: ['page[1]'] } }), { code: 'engine/unknown-target' })
    await engine.up(draft)
    const { plan } = await engine.plan(draft, { plan: { targets: ['page_0'], replace: ['page[0]'] } })
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['requested'])
  })

  test('replaces on request', async () => {
    const engine = new FakeEngine()
    const draft: BlueprintDraft = { resources: { db: {} } }
    await engine.up(draft)
    const { plan } = await engine.up(draft, { plan: { replace: ['db'] } })
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['requested'])
    assert.equal(engine.cloud.named('db').length, 1)
  })

  test('replaces a resource of another type', async () => {
    const plan = await planned({ resources: { db: {} } }, { resources: { db: { type: 'fake/ask' } } })
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['type'])
    assert.equal(plan.steps[0].destroyFirst, undefined)
  })

  test('destroys first if a resource of another type needs the same place', async () => {
    const plan = await planned({ resources: { db: {} } }, { resources: { db: { type: 'fake/exclusive' } } })
    assert.equal(plan.steps[0]?.destroyFirst, true)
  })

  test('counts its actions', async () => {
    const plan = await planned({ resources: { db: {}, old: {} } }, { resources: { db: {}, web: {} } })
    assert.deepEqual(summary(plan), { create: 1, update: 0, replace: 0, delete: 1, forget: 0, none: 1 })
  })

  test('reports every expression that cannot be evaluated', async () => {
    const engine = new FakeEngine()
    await assert.rejects(engine.plan({ resources: { db: bad, web: bad } }), (thrown: Error) => {
      assert.ok('diagnostics' in thrown && Array.isArray(thrown.diagnostics))
      assert.equal(thrown.diagnostics.length, 4)
      return true
    })
  })
})

describe('a saved plan', () => {
  const draft: BlueprintDraft = {
    resources: { db: { spec: { value: secret('hush') } }, web: { spec: { value: ref('db.spec.echo') } } },
    exports: { url: ref('web.spec.id') },
  }

  test('has the same bytes for the same inputs, contains no secret, and is read back unchanged', async () => {
    const engine = new FakeEngine()
    const { plan, gathered, blueprint } = await engine.plan(draft)
    const saved = serialisePlan(plan, sealer, at)
    assert.equal(serialisePlan(makePlan(blueprint, gathered, { operation: 'up' }), sealer, at), saved)
    assert.doesNotMatch(saved, /hush/)
    const read = await parsePlan(saved, sealer, at)
    assert.equal(serialisePlan(read, sealer, at), saved)
    const { result } = await engine.run(read, gathered, blueprint)
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), ['db', 'web'])
  })

  test('is refused if the state or the blueprint has changed since, and says which', async () => {
    const engine = new FakeEngine()
    const { plan, gathered } = await engine.plan(draft)
    refuseStale(plan, gathered.state, fakeBlueprint(draft))
    assert.throws(() => refuseStale(plan, undefined, fakeBlueprint({ resources: {} })), {
      code: 'engine/stale-plan',
      message: /fake\.blueprint\.yaml/,
    })
    await engine.up(draft)
    const state = await engine.state()
    assert.throws(() => refuseStale(plan, state, fakeBlueprint(draft)), {
      code: 'engine/stale-plan',
      message: /made from no state, it is now at version 1/,
    })
  })

  test('is refused if its content was changed', async () => {
    for (const bytes of ['', '{', '[]', '{"slipway":"plan"}', '{"slipway":"plan","plan":{"format":1,"steps":[1]}}']) {
      await assert.rejects(parsePlan(bytes, sealer, at), { code: 'engine/bad-plan-file' })
    }
  })

  test('of an earlier format is refused with advice to make a new one', async () => {
    const { plan } = await new FakeEngine().plan(draft)
    const file = JSON.parse(serialisePlan(plan, sealer, at))
    file.plan.format = 2
    await assert.rejects(parsePlan(JSON.stringify(file), sealer, at), {
      code: 'engine/bad-plan-file',
      message: 'the plan cannot be read: it has format 2, but this version of Slipway reads format 3',
      hint: 'make a new one: slipway plan --out FILE',
    })
  })

  test('is refused if a step lacks a field that its action needs', async () => {
    const { plan } = await new FakeEngine().plan(draft)
    const file = JSON.parse(serialisePlan(plan, sealer, at))
    delete file.plan.steps[0].wish
    file.plan.steps[1].action = 'replace'
    await assert.rejects(parsePlan(JSON.stringify(file), sealer, at), {
      message: 'the plan cannot be read: steps[0].wish is missing, for: create',
      details: ['steps[1].current is missing, for: replace'],
    })
  })

  test('that was edited is refused with each wrong place', async () => {
    const { plan } = await new FakeEngine().plan(draft)
    const file = JSON.parse(serialisePlan(plan, sealer, at))
    file.plan.steps[1].action = 'explode'
    delete file.plan.steps[0].after
    file.plan.regrouped = [{ kind: 'forget' }]
    await assert.rejects(parsePlan(JSON.stringify(file), sealer, at), {
      message: 'the plan cannot be read: regrouped[0].resourceId is missing',
      details: [
        'steps[0].after is missing',
        'steps[1].action must be one of create, update, replace, delete, forget, none',
      ],
    })
  })
})
