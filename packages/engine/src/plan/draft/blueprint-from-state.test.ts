import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, type ValueMap } from '@slipway/model'
import fc from 'fast-check'
import { gather } from './gather.ts'
import { type BlueprintDraft, type Draft, ref, text } from '../../testing/fake-blueprint.ts'
import { fakeFailure, plain } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'
import { goBack } from '../../testing/go-back.ts'
import { blueprintFromState } from './blueprint-from-state.ts'

/** The wanted values of the existing things, by name. */
function wishes(engine: FakeEngine): Readonly<Record<string, ValueMap>> {
  const computed = new Set(['id', 'echo', 'seen'])
  return Object.fromEntries(
    [...engine.cloud.things.values()]
      .map(({ name, spec }) => {
        const given = Object.entries(spec).filter(([key, value]) => !computed.has(key) && value !== null)
        return [name, Object.fromEntries(given)] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const names = ['a', 'b', 'c', 'd'] as const

const blueprints: fc.Arbitrary<BlueprintDraft> = fc
  .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((name, index) =>
        fc
          .record({ value: fc.constantFrom('x', 'y'), pinned: fc.constantFrom('p', 'q'), reads: fc.boolean() })
          .map(({ value, pinned, reads }): readonly [string, { spec: { readonly [key: string]: Draft } }] => {
            const before = chosen[index - 1]
            const inputs = reads && before !== undefined ? { inputs: [ref(`${before}.spec.id`)] } : {}
            return [name, { spec: { value, pinned, ...inputs } }]
          }),
      ),
    ),
  )
  .map((resources) => ({ resources: Object.fromEntries(resources) }))

/** New names by old names, and the way in which the blueprint declares each renaming. */
type NewNames = Readonly<Record<string, { readonly to: string; readonly by: 'moved' | 'alias' }>>

const renames: fc.Arbitrary<NewNames> = fc
  .subarray([...names])
  .chain((some) =>
    fc.tuple(
      ...some.map((name) =>
        fc.constantFrom<'moved' | 'alias'>('moved', 'alias').map((by) => [name, { to: `${name}2`, by }] as const),
      ),
    ),
  )
  .map((entries) => Object.fromEntries(entries))

function inNewNames({ resources = {} }: BlueprintDraft, ways: NewNames): BlueprintDraft {
  const moved: Record<string, string> = {}
  const renamed = Object.entries(resources).map(([name, resource]) => {
    const way = ways[name]
    const { inputs, ...spec } = resource.spec ?? {}
    const reads = (inputs as undefined | readonly { readonly name: string }[])?.map((read) =>
      ref(`${ways[read.name]?.to ?? read.name}.spec.id`),
    )
    const draft = { ...resource, spec: { ...spec, ...(reads && { inputs: reads }) } }
    if (way === undefined) return [name, draft] as const
    if (way.by === 'alias') return [way.to, { ...draft, options: { aliases: [name] } }] as const
    moved[name] = way.to
    return [way.to, draft] as const
  })
  return { resources: Object.fromEntries(renamed), moved }
}

/** A blueprint in which `b` reads the id of `a`; with another `pinned`, `a` is made anew. */
function readingSite(pinned: string, c: Readonly<Record<string, Draft>>): BlueprintDraft {
  const id = ref('a.spec.id')
  return {
    resources: { a: { spec: { pinned } }, b: { spec: { inputs: [id], value: text('at ', id, '!') } }, c: { spec: c } },
  }
}

/** The names of existing things, according to the state. */
function named({ cloud }: FakeEngine, state: Awaited<ReturnType<FakeEngine['state']>>): readonly string[] {
  return [...cloud.things.keys()]
    .map((id) => state?.resources.find((record) => record.id === id)?.name ?? `nameless ${id}`)
    .sort()
}

/** A blueprint in which `b` reads a field of `a`. */
function readingA(field: string, pinned: string, more: BlueprintSpec = {}): BlueprintDraft {
  return { resources: { a: { spec: { pinned } }, b: { spec: { inputs: [ref(`a.spec.${field}`)], ...more } } } }
}

/** A blueprint with a value for `a`. If the value begins with `!`, `a` is made anew. */
function decidedSite(value: string, options = {}): BlueprintDraft {
  return { resources: { a: { type: 'fake/decided', spec: { value }, options }, b: { spec: { value } } } }
}

function triggeredSite(trigger: string): BlueprintDraft {
  return { resources: { a: {}, b: { dependsOn: ['a'], demands: { triggers: [text(trigger)] } } } }
}

type BlueprintSpec = { readonly [key: string]: Draft }

describe('a rollback', () => {
  test('restores the recorded state after any failure, and leaves unchanged resources alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        blueprints,
        blueprints,
        fc.subarray([...names]),
        renames,
        async (before, after, failing, ways) => {
          const engine = new FakeEngine()
          await engine.up(before)
          const recorded = await engine.state()
          const there = Object.keys(wishes(engine))
          engine.cloud.interfere = ({ name, method, effect }) => {
            if (method === 'Deploy' && !effect && failing.some((one) => one === name)) throw fakeFailure()
          }
          await engine.up(inNewNames(after, ways))
          engine.cloud.interfere = () => undefined
          const kept = (recorded?.resources ?? []).filter(
            ({ id, spec }) => engine.cloud.things.get(id)?.spec['pinned'] === spec['pinned'],
          )
          const { result } = await goBack(engine, recorded)
          assert.equal(result.outcome, 'succeeded')
          assert.deepEqual(named(engine, await engine.state()), there)
          for (const { id } of kept) assert.ok(engine.cloud.things.has(id), 'it was there, and is gone')
          const now = await engine.state()
          for (const { name, spec } of recorded?.resources ?? []) {
            const record = now?.resources.find((one) => one.name === name && !one.replaced)
            const thing = engine.cloud.things.get(record?.id ?? '')
            assert.equal(thing?.spec['value'], spec['value'])
            assert.equal(thing?.spec['pinned'], spec['pinned'])
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('gives a renamed resource its old name without a provider call', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { a: {}, b: {} } })
    const before = await engine.state()
    engine.cloud.interfere = ({ name, method }) => {
      if (method === 'Deploy' && name === 'b') throw fakeFailure({ refused: true })
    }
    await engine.up({ resources: { site: {}, b: { spec: { value: 'worse' } } }, moved: { a: 'site' } })
    engine.cloud.calls.length = 0
    await goBack(engine, before)
    assert.deepEqual(engine.cloud.calls, [])
    const namesAndIds = (state: typeof before) => state?.resources.map(({ name, id }) => `${name} ${id}`)
    assert.deepEqual(namesAndIds(await engine.state()), namesAndIds(before))
  })

  for (const [what, field, told] of [
    ['that it reads is said again', 'id', 'id of a id000006'],
    ['nobody can say again', 'seen', 'yes'],
  ] as const)
    test(`to where something was half-way to the successor of what it reads keeps the old one alive, of which what ${what}`, async () => {
      const engine = new FakeEngine()
      await engine.up(readingA(field, 'p'))
      engine.cloud.interfere = ({ name, method }) => {
        if (method === 'Deploy' && name === 'b') throw fakeFailure()
      }
      await engine.up(readingA(field, 'q', { value: 'worse' }))
      engine.cloud.interfere = () => undefined
      assert.equal((await goBack(engine, await engine.state())).result.outcome, 'succeeded')
      assert.deepEqual(engine.cloud.names(), ['a', 'a', 'b'])
      assert.deepEqual(engine.cloud.named('b')[0]?.spec['inputs'], [told])
      await engine.up(readingA(field, 'q'))
      assert.deepEqual(engine.cloud.names(), ['a', 'b'])
    })

  test('points readers of a re-created resource to the new one, as a whole value and inside a text', async () => {
    const engine = new FakeEngine()
    await engine.up(readingSite('p', {}))
    const before = await engine.state()
    engine.cloud.interfere = ({ name, method }) => {
      if (method === 'Deploy' && name === 'c') throw fakeFailure({ refused: true })
    }
    await engine.up(readingSite('q', { value: 'worse' }))
    engine.cloud.interfere = () => undefined
    await goBack(engine, before)
    const [a, b] = ['a', 'b'].map((name) => engine.cloud.named(name)[0]?.spec)
    assert.equal(a?.['pinned'], 'p')
    assert.deepEqual([b?.['inputs'], b?.['value']], [[a?.['id']], `at ${plain(a?.['id'])}!`])
    assert.deepEqual(actions((await engine.plan(readingSite('p', {}))).plan), [])
  })

  test('keeps protected resources that the run created, with their dependencies, and undoes the rest', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { a: { spec: { value: 'x' } } } })
    const before = await engine.state()
    const needed = { zone: {}, net: {}, other: {} }
    const safe = { dependsOn: ['zone'], options: { protect: true }, spec: { value: ref('net.spec.id') } }
    const kept = { removalPolicy: 'retain', spec: { value: ref('other.spec.id') } } as const
    await engine.up({ resources: { a: { spec: { value: 'y' } }, ...needed, safe, kept, free: {} } })
    const { plan, result } = await goBack(engine, before)
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(engine.cloud.names(), ['a', 'kept', 'net', 'other', 'safe', 'zone'])
    assert.equal(engine.cloud.named('a')[0]?.spec['value'], 'x')
    assert.deepEqual(named(engine, await engine.state()), engine.cloud.names())
    const why = plan.steps.flatMap(({ name, action, reason }) => (action === 'none' ? `${name}: ${reason}` : []))
    assert.deepEqual(why.sort(), [
      'kept: it was made by the run, and is retained',
      'net: safe still reads it',
      'other: kept still reads it',
      'safe: it was made by the run, and is protected',
      'zone: safe still reads it',
    ])
  })

  for (const [type, was, is] of [
    ['fake/find', 'retain', 'delete'],
    ['fake/find', 'delete', 'retain'],
    ['fake/exclusive', 'retain', 'delete'],
    ['fake/exclusive', 'delete', 'retain'],
  ] as const)
    test(`retains a successor of the run or not, as the run has said: ${is} after ${was}, ${type}`, async () => {
      const engine = new FakeEngine()
      await engine.up({ resources: { a: { type, spec: { pinned: 'p' }, removalPolicy: was } } })
      const before = await engine.state()
      engine.cloud.interfere = ({ name, method }) => {
        if (method === 'Deploy' && name === 'b') throw fakeFailure({ refused: true })
        if (method === 'Destroy' && type === 'fake/find') throw fakeFailure({ refused: true })
      }
      const b = { spec: { value: ref('a.spec.id') } }
      await engine.up({ resources: { a: { type, spec: { pinned: 'q' }, removalPolicy: is }, b } })
      engine.cloud.interfere = () => undefined
      await goBack(engine, before)
      const pinned = new Set(engine.cloud.named('a').map(({ spec }) => spec['pinned']))
      assert.deepEqual([pinned.has('p'), pinned.has('q')], [true, is === 'retain'])
    })

  test('keeps the container of a protected resource that the run created', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { a: { spec: { value: 'x' } } } })
    const before = await engine.state()
    const safe = { options: { protect: true, deletedWith: 'zone' } }
    await engine.up({ resources: { a: { spec: { value: 'y' } }, zone: {}, safe } })
    const { result } = await goBack(engine, before)
    assert.deepEqual(
      result.failures.map(({ name, code }) => [name, code]),
      [['zone', 'engine/protected']],
    )
    assert.deepEqual(engine.cloud.names(), ['a', 'safe', 'zone'])
    assert.equal(engine.cloud.named('a')[0]?.spec['value'], 'x')
  })

  test('keeps a resource that the run protected and only a replacement could restore, and undoes the rest', async () => {
    const engine = new FakeEngine()
    await engine.up(decidedSite('!one'))
    const before = await engine.state()
    await engine.up(decidedSite('two', { protect: true }))
    const ids = [...engine.cloud.things.keys()]
    const { result } = await goBack(engine, before)
    assert.deepEqual(
      result.failures.map(({ name, code }) => [name, code]),
      [['a', 'engine/protected']],
    )
    assert.deepEqual([...engine.cloud.things.keys()], ids)
    assert.equal(engine.cloud.named('b')[0]?.spec['value'], '!one')
  })

  test('replaces with the recorded reasons and order', async () => {
    const engine = new FakeEngine()
    const options = { replaceOrder: 'destroy-first', replaceOnChanges: ['value'] } as const
    const site = (value: string): BlueprintDraft => ({ resources: { a: { spec: { value }, options } } })
    await engine.up(site('one'))
    const before = await engine.state()
    await engine.up(site('two'))
    engine.cloud.calls.length = 0
    const { plan } = await goBack(engine, before)
    assert.deepEqual(plan.steps[0]?.replaceBecause, ['spec.value'])
    assert.deepEqual(
      engine.cloud.calls.filter((call) => !call.startsWith('Has')),
      ['Destroy a', 'Deploy a'],
    )
    assert.deepEqual((await engine.state())?.resources[0]?.options, options)
    assert.deepEqual(actions((await engine.plan(site('one'))).plan), [])
  })

  test('keeps replacement triggers, so that repeating the change replaces again', async () => {
    const engine = new FakeEngine()
    await engine.up(triggeredSite('one'))
    const before = await engine.state()
    await goBack(engine, before)
    assert.deepEqual((await engine.state())?.resources[1]?.triggers, ['one'])
    assert.deepEqual(actions((await engine.plan(triggeredSite('two'))).plan), ['replace b'])
  })

  test('of a first deployment removes everything', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { a: {}, b: {} } })
    await goBack(engine, undefined)
    assert.deepEqual(engine.cloud.names(), [])
  })

  test('keeps secrets, exports, metadata and protected resources, and changes nothing else', async () => {
    const engine = new FakeEngine()
    const options = { protect: true, timeouts: { create: 1000 } }
    await engine.up({
      resources: {
        a: { spec: { value: secret('s') }, labels: { app: 'x' }, options },
        b: { spec: { value: ref('a.spec.id') } },
      },
      exports: { id: ref('a.spec.id') },
    })
    const before = await engine.state()
    engine.cloud.calls.length = 0
    const { plan } = await goBack(engine, before)
    assert.deepEqual(actions(plan), [])
    assert.equal(plan.exportsChanged, false)
    assert.deepEqual(engine.cloud.calls, [])
    assert.deepEqual((await engine.state())?.resources[0]?.options, before?.resources[0]?.options)
  })

  test('exports the re-created resource, and keeps a secret export secret', async () => {
    const engine = new FakeEngine()
    await engine.up(readingSite('p', {}))
    const state = await engine.state()
    const id = state?.resources.find(({ name }) => name === 'a')?.spec['id']
    assert.ok(state !== undefined && typeof id === 'string')
    const { providers } = await gather({
      instance: 'site',
      state,
      blueprint: undefined,
      options: { operation: 'up' },
      ports: engine.ports(),
    })
    const exports = { plain: `at ${id}`, hidden: secret(`at ${id}`) }
    const again = blueprintFromState({ ...state, instance: { ...state.instance, exports } }, providers).exports
    assert.equal(again.get('plain')?.expression.kind, 'text')
    const hidden = again.get('hidden')?.expression
    assert.ok(hidden?.kind === 'literal')
    assert.deepEqual(hidden.value, secret(`at ${id}`))
  })

  test('is refused if the former state is not known', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { a: {} } })
    const state = await engine.state()
    assert.ok(state)
    const options = { operation: 'up' } as const
    const { providers } = await gather({
      instance: 'site',
      state,
      blueprint: undefined,
      options,
      ports: engine.ports(),
    })
    const unknown = {
      ...state,
      resources: state.resources.map((record) => Object.assign({}, record, { type: 'gone/x' })),
    }
    assert.throws(() => blueprintFromState(unknown, providers), /no provider knows gone\/x, the type of a/)
    const damaged = { ...state, damaged: [{ kind: 'resource', reason: 'cut' } as const] }
    assert.throws(() => blueprintFromState(damaged, providers), /cannot be read/)
  })
})
