import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import type { ResourceOptions } from '../../language/resource-options.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { type BlueprintDraft, fakeResource, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { hasChanges } from '../shape/plan.ts'

function one(options: ResourceOptions, draft: ResourceDraft = {}): BlueprintDraft {
  return { resources: { db: { ...draft, options } } }
}

const isProtected = (thrown: unknown): boolean => thrown instanceof Failure && thrown.code === 'engine/protected'

const conditional = (isWanted: boolean): BlueprintDraft => ({
  resources: {
    switch: { spec: { value: isWanted ? 'on' : 'off' } },
    db: {
      condition: {
        kind: 'call',
        name: 'eq',
        args: [
          { value: ref('switch.spec.echo') },
          { value: { kind: 'literal', value: 'echo of on', origin: { start: 0, end: 0 } } },
        ],
        path: [],
        origin: { start: 0, end: 0 },
      },
      options: { protect: true },
    },
  },
})

const ignoring = (pinned: string): BlueprintDraft =>
  one({ ignoreChanges: ['value'] }, { spec: { value: pinned, pinned } })

async function hintOf(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.catch((error: unknown) => error)
  return thrown instanceof Failure ? (thrown.hint ?? '') : ''
}

describe('protect', () => {
  test('refuses a plan that destroys or replaces the resource, even after the blueprint drops the option', async () => {
    const engine = new FakeEngine()
    await engine.up(one({ protect: true }, { spec: { pinned: 'a' } }))
    const plans: readonly BlueprintDraft[] = [
      { resources: {} },
      one({ protect: true }, { spec: { pinned: 'b' } }),
      one({}, { spec: { pinned: 'b' } }),
      one({ protect: false }, { spec: { pinned: 'b' } }),
    ]
    for (const draft of plans) await assert.rejects(engine.plan(draft), isProtected)
    await assert.rejects(engine.plan(undefined, { plan: { operation: 'destroy' } }), /db \(fake\/find\) is protected/)
    assert.deepEqual(engine.cloud.names(), ['db'])
  })

  test('hints how to lift it: in the state, or in the blueprint if the resource is there', async () => {
    const engine = new FakeEngine()
    await engine.up(one({ protect: true }, { spec: { pinned: 'a' } }))
    const described = 'if it may be destroyed: first set "protect: false" where it is declared, and run slipway up'
    assert.equal(await hintOf(engine.plan(one({ protect: true }, { spec: { pinned: 'b' } }))), described)
    for (const draft of [{ resources: {} }, one({}, { spec: { pinned: 'b' } })])
      assert.match(
        await hintOf(engine.plan(draft)),
        /^if it may be destroyed: slipway state unprotect db; or first set "protect: false"/,
      )
    const { result } = await engine.program(async (want) => {
      await want(fakeResource('db', { spec: { pinned: 'b' }, options: { protect: true } }))
    })
    assert.deepEqual(
      result.failures.map(({ hint }) => hint),
      [described],
    )
  })

  test('is lifted under the recorded name when the plan renames the resource', async () => {
    const engine = new FakeEngine()
    await engine.up(one({ protect: true }, { spec: { pinned: 'a' } }))
    const renamed = { resources: { web: { spec: { pinned: 'b' }, options: { aliases: ['db'] } } } }
    assert.match(await hintOf(engine.plan(renamed)), /slipway state unprotect db;/)
  })

  test('stays when the blueprint leaves it out, and is lifted by false without a provider call', async () => {
    const engine = new FakeEngine()
    await engine.up(one({ protect: true }))
    assert.equal(hasChanges((await engine.plan(one({}))).plan), false)
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(one({ protect: false }))
    assert.deepEqual(plan.steps[0]?.wish?.recorded, [{ path: 'protect', previous: true }])
    assert.deepEqual(result.counts, { record: 1 })
    assert.equal(hasChanges(plan), true)
    assert.deepEqual(engine.cloud.calls, [])
    assert.equal((await engine.state())?.resources[0]?.options, undefined)
    await engine.up({ resources: {} })
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('applies to the plan that introduces it, and is recorded even if the update fails', async () => {
    const engine = new FakeEngine()
    await engine.up(one({}, { spec: { pinned: 'a' } }))
    await assert.rejects(engine.plan(one({ protect: true }, { spec: { pinned: 'b' } })), isProtected)
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && !effect) throw fakeFailure()
    }
    await engine.up(one({ protect: true }, { spec: { pinned: 'a', value: 'x' } }))
    assert.equal((await engine.state())?.resources[0]?.options?.protect, true)
  })

  test('keeps a resource that a program replaces or drops', async () => {
    const engine = new FakeEngine()
    const asking = (...names: readonly string[]) =>
      engine.program(async (want) => {
        for (const name of names)
          await want(fakeResource(name, { spec: { pinned: names.join('') }, options: { protect: true } }))
      })
    await asking('a')
    const replaced = await asking('a', 'b')
    assert.deepEqual(
      replaced.result.failures.map(({ name, code }) => [name, code]),
      [['a', 'engine/protected']],
    )
    const { result } = await engine.program(() => Promise.resolve())
    assert.deepEqual(new Set(result.failures.map(({ code }) => code)), new Set(['engine/protected']))
    assert.deepEqual(engine.cloud.names(), ['a', 'b'])
  })

  test('keeps a resource that turns out to be unwanted during the run', async () => {
    const engine = new FakeEngine()
    await engine.up(conditional(true))
    const { result } = await engine.up(conditional(false))
    assert.deepEqual(
      result.failures.map(({ name, code }) => [name, code]),
      [['db', 'engine/protected']],
    )
    assert.deepEqual(engine.cloud.names(), ['db', 'switch'])
  })
})

describe('ignoreChanges', () => {
  test('keeps the recorded value and the real one', async () => {
    const engine = new FakeEngine()
    await engine.up(one({}, { spec: { value: 'a', tags: { x: '1' } } }))
    const draft = one({ ignoreChanges: ['value', 'tags.*'] }, { spec: { value: 'b', tags: { x: '2' }, zone: 'north' } })
    const { plan } = await engine.up(draft)
    assert.deepEqual(
      plan.steps[0]?.changes.map(({ path }) => path),
      ['spec.zone'],
    )
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'a')
    const thing = engine.cloud.named('db')[0]
    assert.ok(thing)
    thing.spec['value'] = 'scaled'
    const refreshed = await engine.up(draft, { gather: { refresh: true } })
    assert.deepEqual(actions(refreshed.plan), [])
    assert.equal((await engine.state())?.resources[0]?.spec['value'], 'scaled')
  })

  test('applies to a new resource only if it replaces another', async () => {
    const engine = new FakeEngine()
    await engine.up(ignoring('a'))
    await engine.up(ignoring('b'))
    assert.deepEqual(
      engine.cloud.named('db').map(({ spec }) => [spec['value'], spec['pinned']]),
      [['a', 'b']],
    )
  })
})

describe('timeouts', () => {
  test('apply to each kind of call, and the last ones are recorded', async () => {
    const engine = new FakeEngine()
    const seen: (readonly [string, number | undefined])[] = []
    const real = engine.cloud.provider()
    const provider = {
      ...real,
      deploy: (...args: Parameters<typeof real.deploy>) => {
        seen.push(['deploy', args[1]?.deadlineMs])
        return real.deploy(...args)
      },
      destroy: (...args: Parameters<typeof real.destroy>) => {
        seen.push(['destroy', args[1]?.deadlineMs])
        return real.destroy(...args)
      },
      externalState: (...args: Parameters<typeof real.externalState>) => {
        seen.push(['read', args[1]?.deadlineMs])
        return real.externalState(...args)
      },
    }
    engine.cloud.provider = () => provider
    const timeouts = { create: 1000, update: 2000, destroy: 3000, read: 4000 }
    await engine.up(one({ timeouts }))
    await engine.up(one({ timeouts }, { spec: { value: 'b' } }), { gather: { refresh: true } })
    await engine.up({ resources: {} })
    assert.deepEqual(seen, [
      ['deploy', 1000],
      ['read', 4000],
      ['deploy', 2000],
      ['destroy', 3000],
    ])
  })

  test('limit the wait for a resource to become stable', async () => {
    const engine = new FakeEngine()
    engine.cloud.unstable.set('db', 1000)
    const { result } = await engine.up(one({ timeouts: { create: 7000 } }))
    assert.match(result.failures[0]?.reasons.join() ?? '', /not stable after 7 s/)
  })
})

describe('deletedWith', () => {
  const cluster: BlueprintDraft = {
    resources: {
      cluster: {},
      app: { spec: { value: ref('cluster.spec.id') }, options: { deletedWith: 'cluster' } },
      part: { spec: { value: ref('app.spec.id') }, options: { deletedWith: 'app' } },
      beside: { spec: { value: ref('app.spec.id') } },
    },
  }

  test('removes the resource with its container in one commit, after its readers', async () => {
    const engine = new FakeEngine()
    await engine.up(cluster)
    engine.cloud.calls.length = 0
    const { result } = await engine.destroy()
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.calls, ['Destroy beside', 'Destroy cluster'])
    assert.equal(result.counts['delete'], 4)
    assert.deepEqual((await engine.state())?.resources ?? [], [])
  })

  test('keeps the resource when the removal of its container fails', async () => {
    const engine = new FakeEngine()
    await engine.up(cluster)
    engine.cloud.interfere = ({ method, name }) => {
      if (method === 'Destroy' && name === 'cluster') throw fakeFailure()
    }
    await engine.up({ resources: {} })
    const left = (await engine.state())?.resources.map(({ name }) => name)
    assert.deepEqual(left, ['cluster', 'app', 'part'])
    engine.cloud.interfere = () => undefined
    await engine.up({ resources: {} })
    assert.deepEqual((await engine.state())?.resources ?? [], [])
  })

  test('destroys the resource by itself if its container stays or must go first', async () => {
    const engine = new FakeEngine()
    await engine.up(cluster)
    engine.cloud.calls.length = 0
    await engine.up({ resources: { cluster: {} } })
    assert.deepEqual(
      engine.cloud.calls.filter((call) => call.startsWith('Destroy')),
      ['Destroy beside', 'Destroy app'],
    )
    const other = new FakeEngine()
    await other.up({
      resources: {
        cluster: {},
        between: { spec: { value: ref('cluster.spec.id') } },
        app: { spec: { value: ref('between.spec.id') }, options: { deletedWith: 'cluster' } },
      },
    })
    other.cloud.calls.length = 0
    await other.destroy()
    assert.deepEqual(other.cloud.calls, ['Destroy app', 'Destroy between', 'Destroy cluster'])
  })
})

describe('aliases', () => {
  test('keep a renamed resource and its readers', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { old: { spec: { value: 'a' } }, web: { spec: { value: ref('old.spec.id') } } } })
    engine.cloud.calls.length = 0
    const draft: BlueprintDraft = {
      resources: {
        db: { spec: { value: 'a' }, options: { aliases: ['older', 'old'] } },
        web: { spec: { value: ref('db.spec.id') } },
      },
    }
    const { plan } = await engine.up(draft)
    assert.deepEqual(
      plan.steps.map(({ name, action, wish }) => [name, action, wish?.renamedFrom]),
      [
        ['db', 'none', 'old'],
        ['web', 'none', undefined],
      ],
    )
    assert.deepEqual(engine.cloud.calls, [])
    assert.equal(hasChanges((await engine.plan(draft)).plan), false)
  })

  test('apply when the present owner of the new name is removed', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { home: { type: 'fake/repeatable' }, old: {} } })
    const { plan } = await engine.plan({ resources: { home: { options: { aliases: ['old'] } } } })
    assert.deepEqual(
      plan.steps.map(({ action, wish, current }) => [action, wish?.renamedFrom, current?.type]),
      [
        ['none', 'old', 'fake/find'],
        ['delete', undefined, 'fake/repeatable'],
      ],
    )
  })

  test('are ignored if the resource exists under its own name', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { old: {}, db: {} } })
    const { plan } = await engine.plan(one({ aliases: ['old'] }))
    assert.deepEqual(actions(plan), ['delete old'])
  })

  test('apply to programs', async () => {
    const engine = new FakeEngine()
    await engine.program(async (want) => void (await want(fakeResource('old', {}))))
    engine.cloud.calls.length = 0
    await engine.program(async (want) => void (await want(fakeResource('db', { options: { aliases: ['old'] } }))))
    assert.deepEqual(engine.cloud.calls, [])
    assert.deepEqual(
      (await engine.state())?.resources.map(({ name }) => name),
      ['db'],
    )
  })
})

const keyed = (name: string, provider?: string): NonNullable<BlueprintDraft['resources']> => ({
  [name]: { type: 'fake/keyed', spec: { zone: 'north' }, ...(provider !== undefined && { options: { provider } }) },
})

describe('provider', () => {
  test('is part of a resource’s identity', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { ...keyed('a'), ...keyed('b', 'us'), ...keyed('c', 'eu') } })
    assert.deepEqual(engine.cloud.names(), ['a', 'b', 'c'])
    await assert.rejects(
      engine.plan({ resources: { ...keyed('a', 'us'), ...keyed('b', 'us') } }),
      /the same fake\/keyed/,
    )
  })

  test('replaces the resource when it changes, and the old one is destroyed last', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: keyed('a', 'us') })
    engine.cloud.calls.length = 0
    const { plan } = await engine.up({ resources: keyed('a', 'eu') })
    assert.deepEqual(
      plan.steps.map(({ action, replaceBecause }) => [action, replaceBecause]),
      [['replace', ['provider']]],
    )
    assert.deepEqual(
      engine.cloud.calls.filter((call) => /Deploy|Destroy/.test(call)),
      ['Deploy a', 'Destroy a'],
    )
    assert.equal((await engine.state())?.resources[0]?.options?.provider, 'eu')
  })

  test('is the same in every call, including the delete', async () => {
    const engine = new FakeEngine()
    const used: (string | undefined)[] = []
    const ports = engine.ports()
    const catalog = {
      ...ports.catalog,
      provider: (namespace: string, configuration?: string) => {
        used.push(configuration)
        return ports.catalog.provider(namespace, configuration)
      },
    }
    const run = { ports: { ...ports, catalog } }
    await engine.up({ resources: keyed('a', 'us') }, { run })
    await engine.up({ resources: {} }, { run })
    assert.deepEqual(new Set(used), new Set(['us']))
  })
})
