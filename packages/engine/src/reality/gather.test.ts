import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure, isSecret, valueMap } from '@slipway/model'
import { actions, FakeEngine } from '../testing/fake-engine.ts'
import type { UserVerdicts } from './doubt/settle-doubt.ts'
import type { UserVerdict } from './doubt/user-verdict.ts'
import type { BlueprintDraft } from '../testing/fake-blueprint.ts'
import { fakeFailure, plain } from '../testing/fake-cloud.ts'

/** Deploys with an engine that dies right before or right after one call takes effect, so that an intent is left over. */
async function dieAround(
  engine: FakeEngine,
  wanted: BlueprintDraft | undefined,
  method: 'Deploy' | 'Destroy',
  effect: boolean,
): Promise<void> {
  engine.cloud.interfere = (call) => {
    if (call.method === method && call.effect === effect) throw new Error('the engine dies')
  }
  const died = wanted === undefined ? engine.destroy() : engine.up(wanted)
  await assert.rejects(died, /the engine dies/)
  engine.cloud.interfere = () => undefined
  assert.equal((await engine.state())?.intents.length, 1)
}

function one(type: string, value = 'one'): BlueprintDraft {
  return { resources: { db: { type, spec: { value } } } }
}

function pinned(value: string): BlueprintDraft {
  return { resources: { db: { spec: { pinned: value } } } }
}

async function settled(engine: FakeEngine, wanted: BlueprintDraft, settle?: UserVerdicts) {
  const { gathered, plan } = await engine.plan(wanted, settle === undefined ? {} : { gather: { settle } })
  const [step] = plan.steps
  const verdict = gathered.settled[0]?.verdict
  return { verdict, actions: actions(plan), blocked: step?.blocked?.code, status: gathered.state?.resources[0]?.status }
}

const saidInVain = (hint: RegExp) => (thrown: unknown) =>
  thrown instanceof Failure && thrown.code === 'engine/nothing-to-settle' && hint.test(thrown.hint ?? '')

describe('a create in doubt', () => {
  for (const [type, effect, verdict, next, status] of [
    ['fake/find', true, 'exists', [], 'created'],
    ['fake/find', false, 'absent', ['create db'], 'create-interrupted'],
    ['fake/repeatable', true, 'exists', [], 'created'],
    ['fake/repeatable', false, 'repeat', ['create db'], 'create-interrupted'],
    ['fake/ask', true, 'exists', [], 'created'],
    ['fake/ask', false, 'unknown', ['create db'], 'create-interrupted'],
  ] as const) {
    test(`of ${type}, ${effect ? 'made' : 'not made'}: ${verdict}`, async () => {
      const engine = new FakeEngine()
      await dieAround(engine, one(type), 'Deploy', effect)
      const found = await settled(engine, one(type))
      assert.equal(found.verdict, verdict)
      assert.deepEqual(found.actions, next)
      assert.equal(found.status, status)
      assert.equal(found.blocked, verdict === 'unknown' ? 'engine/in-doubt' : undefined)
    })
  }

  test('that cannot be settled fails by name, while others continue, and the user can decide', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/ask'), 'Deploy', false)
    const more = { resources: { ...one('fake/ask').resources, far: {}, near: { dependsOn: ['db'] } } }
    const { result } = await engine.up(more)
    assert.deepEqual(result.counts, { failed: 1, skipped: 1, create: 1 })
    assert.equal(result.failures[0]?.code, 'engine/in-doubt')
    assert.match(result.failures[0]?.hint ?? '', /--settle db=exists.*--settle db=missing.*slipway state rm db/)
    assert.deepEqual(engine.cloud.names(), ['far'])
    const destroyed = await engine.destroy()
    assert.equal(destroyed.result.failures[0]?.code, 'engine/in-doubt')
    const missing = await settled(engine, one('fake/ask'), new Map([['db', 'missing']]))
    assert.deepEqual(missing, { verdict: 'missing', actions: ['create db'], blocked: undefined, status: undefined })
    engine.cloud.interfere = ({ method }) => {
      if (method === 'GetExternalState') throw fakeFailure({ message: 'no network' })
    }
    await assert.rejects(settled(engine, one('fake/ask'), new Map([['db', 'exists']])), { code: 'engine/needs-id' })
  })

  test('is not waited for if only an unknown id could find it', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/by-id'), 'Deploy', false)
    const { result, events } = await engine.destroy()
    assert.equal(result.failures[0]?.code, 'engine/in-doubt')
    assert.match(result.failures[0]?.reasons[0] ?? '', /its provider finds it only by an id that was never reported/)
    assert.match(
      result.failures[0]?.hint ?? '',
      /^look for it outside; if it is there: slipway destroy --settle db=exists:ID,/,
    )
    assert.ok(!events.some(({ type }) => type === 'step-waiting'))
  })

  test('is neither assumed nor waited for if its provider could never find it', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/by-value'), 'Deploy', false)
    const exists = new Map([['db', 'exists']] as const)
    engine.cloud.interfere = ({ method }) => {
      const hint = 'remove it'
      if (method === 'GetExternalState') throw fakeFailure({ message: 'lost', pluginErrorCode: 'BAD_INPUT', hint })
    }
    await assert.rejects(settled(engine, one('fake/by-value'), exists), {
      code: 'plugin/call-failed',
      message: /^the external state of db \(.*: lost$/,
      hint: 'remove it',
    })
    const { result, events } = await engine.destroy()
    assert.match(
      result.failures[0]?.reasons[0] ?? '',
      /^Slipway does not know whether db \(fake\/by-value\) was created: lost/,
    )
    assert.ok(!events.some(({ type }) => type === 'step-waiting'))
    engine.cloud.interfere = ({ method }) => {
      if (method === 'GetExternalState') throw fakeFailure({ message: 'no network' })
    }
    assert.equal((await settled(engine, one('fake/by-value'), exists)).verdict, 'exists')
  })

  test('that the user settles is known by the given id, or not at all', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/ask'), 'Deploy', true)
    // The thing was made, and its provider finds it by a computed id, which nobody has recorded.
    const [[id = '', made] = []] = engine.cloud.things
    assert.ok(made)
    engine.cloud.things.delete(id)
    engine.cloud.things.set('elsewhere', made)
    const say = (verdict: UserVerdict) => settled(engine, one('fake/ask'), new Map([['db', verdict]]))
    await assert.rejects(say('exists'), {
      code: 'engine/needs-id',
      // The hint uses the resource id, because another attempt may have the same name.
      hint: new RegExp(`--settle ${id}=exists:ID; .*--settle ${id}=missing`),
    })
    await assert.rejects(say('exists:of nobody'), { code: 'engine/no-such-id' })
    await assert.rejects(say('exists:'), { code: 'engine/no-such-id' })
    const found = await say(`exists:${plain(made.spec['id'])}`)
    assert.deepEqual(found, { verdict: 'exists', actions: [], blocked: undefined, status: 'created' })
  })

  test('refuses an id that its provider contradicts', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/ask'), 'Deploy', true)
    const [made] = engine.cloud.things.values()
    const id = plain(made?.spec['id'])
    await assert.rejects(settled(engine, one('fake/ask'), new Map([['db', 'exists:wrong']])), {
      code: 'engine/no-such-id',
      message: `the provider of fake/ask finds db with the id "${id}", not "wrong"`,
    })
    const found = await settled(engine, one('fake/ask'), new Map([['db', `exists:${id}`] as const]))
    assert.equal(found.status, 'created')
  })

  test('does not match a thing that is already another resource', async () => {
    const engine = new FakeEngine()
    const web: BlueprintDraft = { resources: { web: { type: 'fake/ask', spec: { value: 'one' } } } }
    const both: BlueprintDraft = { resources: { ...web.resources, ...one('fake/ask').resources } }
    await engine.up(web)
    await dieAround(engine, both, 'Deploy', false)
    const id = plain((await engine.state())?.resources[0]?.spec['id'])
    await assert.rejects(settled(engine, both, new Map([['db', `exists:${id}`] as const])), {
      code: 'engine/already-recorded',
      message: `db cannot be fake/ask "${id}": web is that already`,
      hint: /slipway state mv web db; .*slipway state rm web$/,
    })
  })

  test('needs no id if its provider finds it', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/ask'), 'Deploy', true)
    assert.equal((await settled(engine, one('fake/ask'), new Map([['db', 'exists']]))).verdict, 'exists')
  })

  test('keeps its resource id when it is repeated', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/repeatable'), 'Deploy', false)
    const id = (await engine.state())?.intents[0]?.resource.id
    await engine.up(one('fake/repeatable'))
    assert.deepEqual([...engine.cloud.things.keys()], [id])
  })

  test('stays in doubt if its provider does not answer', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/find'), 'Deploy', true)
    engine.cloud.interfere = () => {
      throw fakeFailure({ message: 'no network' })
    }
    const found = await settled(engine, one('fake/find'))
    assert.deepEqual(found, {
      verdict: 'unknown',
      actions: ['create db'],
      blocked: 'engine/in-doubt',
      status: 'create-interrupted',
    })
  })

  test('of a replacement keeps both generations recorded', async () => {
    const engine = new FakeEngine()
    await engine.up(pinned('a'))
    await dieAround(engine, pinned('b'), 'Deploy', true)
    const { plan } = await engine.up(pinned('b'))
    assert.equal(plan.steps.length, 2)
    assert.match(actions(plan).join(), /^delete db id\d+ \(old\)$/)
    assert.deepEqual(
      Array.from(engine.cloud.things.values(), ({ spec }) => spec['pinned']),
      ['b'],
    )
  })

  test('can be settled by the user only once', async () => {
    const engine = new FakeEngine()
    await engine.up(one('fake/find'))
    await assert.rejects(settled(engine, one('fake/find'), new Map([['db', 'exists']])), {
      code: 'engine/nothing-to-settle',
    })
  })

  test('is not waited for longer because of a wrong clock', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/find'), 'Deploy', false)
    await engine.destroy()
    const [record] = (await engine.state())?.resources ?? []
    assert.notEqual(record?.doubtSince, undefined)
    engine.clock.time -= 86_400_000
    engine.clock.slept.length = 0
    await engine.destroy()
    const waited = engine.clock.slept.reduce((sum, ms) => sum + ms, 0)
    assert.ok(waited > 0 && waited < 300_000, `${waited} ms`)
  })

  test('is named by its id if its name has a new owner', async () => {
    const engine = new FakeEngine()
    await dieAround(engine, one('fake/ask'), 'Deploy', false)
    const [{ resource } = { resource: undefined }] = (await engine.state())?.intents ?? []
    const renamed = { resources: { web: { type: 'fake/ask', options: { aliases: ['db'] } } } }
    const { plan } = await engine.plan(renamed)
    assert.match(plan.steps[0]?.blocked?.hint ?? '', new RegExp(`--settle ${resource?.id}=missing`))
  })

  test('that is not there to settle is reported to the user', async () => {
    const settle = new Map([['db', 'missing'] as const])
    const engine = new FakeEngine()
    await assert.rejects(engine.plan(one('fake/find'), { gather: { settle } }), saidInVain(/there is no site/))
    await engine.up(one('fake/find'))
    const gather = { settle, live: true }
    await assert.rejects(engine.plan(one('fake/find'), { gather }), saidInVain(/site is being changed right now/))
    await engine.plan(one('fake/find'), { gather: { live: true, settle: new Map([['*', 'missing' as const]]) } })
  })
})

describe('an update in doubt', () => {
  test('that took effect is recorded as complete', async () => {
    const engine = new FakeEngine()
    await engine.up(one('fake/find'))
    await dieAround(engine, one('fake/find', 'two'), 'Deploy', true)
    const found = await settled(engine, one('fake/find', 'two'))
    assert.deepEqual(found, { verdict: 'exists', actions: [], blocked: undefined, status: 'updated' })
  })

  for (const type of ['fake/find', 'fake/ask', 'fake/repeatable']) {
    test(`of ${type} that did not take effect is repeated`, async () => {
      const engine = new FakeEngine()
      await engine.up(one(type))
      await dieAround(engine, one(type, 'two'), 'Deploy', false)
      const { plan } = await engine.up(one(type, 'two'))
      assert.deepEqual(actions(plan), ['update db'])
      assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'two')
      assert.deepEqual(engine.cloud.madeTwice, [])
    })
  }
})

describe('an update in doubt that its provider cannot see', () => {
  for (const type of ['fake/find', 'fake/ask', 'fake/repeatable']) {
    test(`is repeated, for ${type}`, async () => {
      const engine = new FakeEngine()
      engine.cloud.untold.add('value').add('echo')
      await engine.up(one(type))
      await dieAround(engine, one(type, 'two'), 'Deploy', false)
      const { plan } = await engine.up(one(type, 'two'))
      assert.deepEqual(actions(plan), ['update db'])
      assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'two')
    })
  }
})

describe('a delete in doubt', () => {
  for (const effect of [true, false]) {
    test(`that ${effect ? 'took' : 'did not take'} effect ends without the resource`, async () => {
      for (const type of ['fake/find', 'fake/ask', 'fake/repeatable']) {
        const engine = new FakeEngine()
        await engine.up(one(type))
        await dieAround(engine, undefined, 'Destroy', effect)
        const { result } = await engine.destroy()
        assert.equal(result.outcome, 'succeeded')
        assert.equal(engine.cloud.things.size, 0)
        assert.deepEqual((await engine.state())?.resources, [])
      }
    })
  }

  test('is followed by a new resource if the blueprint wants it again', async () => {
    const engine = new FakeEngine()
    await engine.up(one('fake/ask'))
    await dieAround(engine, undefined, 'Destroy', false)
    const { plan, result } = await engine.up(one('fake/ask'))
    assert.deepEqual(actions(plan), ['replace db'])
    assert.equal(plan.steps[0]?.reason, 'last delete did not finish')
    assert.equal(result.outcome, 'succeeded')
    assert.equal(engine.cloud.named('db').length, 1)
  })
})

const draft: BlueprintDraft = {
  resources: {
    db: { spec: { value: 'one', password: 'hush', noise: 'low', rules: [{ name: 'a' }, { name: 'b' }] } },
  },
}

async function deployed(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft)
  return engine
}

describe('a refresh', () => {
  test('is not part of a plain up', async () => {
    const engine = await deployed()
    engine.cloud.things.clear()
    assert.deepEqual(actions((await engine.plan(draft)).plan), [])
  })

  test('notices missing resources, and up creates them again', async () => {
    const engine = await deployed()
    engine.cloud.things.clear()
    const { plan } = await engine.up(draft, { gather: { refresh: true } })
    assert.deepEqual(actions(plan), ['create db'])
    assert.equal(plan.steps[0]?.reason, 'missing outside')
    assert.equal(engine.cloud.things.size, 1)
    assert.equal((await engine.state())?.resources.length, 1)
  })

  test('notices outside changes, and up corrects them', async () => {
    const engine = await deployed()
    const [thing] = engine.cloud.named('db')
    if (thing !== undefined) thing.spec['value'] = 'changed'
    const { plan } = await engine.up(draft, { gather: { refresh: true } })
    assert.deepEqual(plan.steps[0]?.changes, [{ path: 'spec.value', previous: 'changed', next: 'one' }])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'one')
  })

  test('follows the schema’s rules for drift', async () => {
    const engine = await deployed()
    const [thing] = engine.cloud.named('db')
    if (thing === undefined) throw new Error('there is no db')
    thing.spec['noise'] = 'loud'
    thing.spec['rules'] = [valueMap([['name', 'b']]), valueMap([['name', 'a']])]
    delete thing.spec['value']
    const quiet = await engine.plan(draft, { gather: { refresh: true } })
    assert.deepEqual(actions(quiet.plan), [])
    thing.spec['echo'] = 'computed anew'
    const recorded = await engine.plan(draft, { gather: { refresh: true } })
    assert.deepEqual(actions(recorded.plan), [])
    assert.equal(plain(recorded.plan.steps[0]?.record?.spec['echo']), 'computed anew')
    thing.spec['seen'] = 'no'
    const tracked = await engine.plan(draft, { gather: { refresh: true } })
    assert.deepEqual(actions(tracked.plan), ['update db'])
    assert.equal(tracked.plan.steps[0]?.reason, 'changed outside')
  })

  test('keeps secret marks', async () => {
    const engine = await deployed()
    const [thing] = engine.cloud.named('db')
    if (thing !== undefined) thing.spec['password'] = 'other'
    const { plan } = await engine.plan(draft, { gather: { refresh: true } })
    const [change] = plan.steps[0]?.changes ?? []
    assert.ok(isSecret(change?.previous) && isSecret(change.next))
  })

  test('as a command records the real state, and changes no resource', async () => {
    const engine = await deployed()
    await engine.up({ resources: { ...draft.resources, far: {} } })
    const [thing] = engine.cloud.named('db')
    if (thing !== undefined) thing.spec['value'] = 'changed'
    for (const [id, { name }] of engine.cloud.things) if (name === 'far') engine.cloud.things.delete(id)
    engine.cloud.calls.length = 0
    const { plan, result } = await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.deepEqual(actions(plan), ['update db', 'forget far'])
    assert.deepEqual(result.counts, { update: 1, forget: 1 })
    assert.deepEqual(engine.cloud.calls.toSorted(), ['GetExternalState db', 'GetExternalState far'])
    const state = await engine.state()
    assert.deepEqual(
      state?.resources.map(({ name, spec }) => [name, spec['value']]),
      [['db', 'changed']],
    )
    assert.equal(state?.instance.status, 'deployed')
  })
})
