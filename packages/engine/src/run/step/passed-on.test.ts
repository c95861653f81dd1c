import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { PassedOn, revealed, Secret, valueMap } from '@slipway/model'
import { parsePlan, serialisePlan } from '../../plan/shape/saved-plan.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { data, text } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

const db = (token: string, value = 'v') => ({ resources: { db: { type: 'fake/handed', spec: { value, token } } } })

function tokens(engine: FakeEngine): unknown[] {
  return engine.cloud.named('db').map(({ spec }) => revealed(spec['token'] ?? null))
}

async function recorded(engine: FakeEngine): Promise<string> {
  return (
    inspect(await engine.state(), { depth: 20 }) + JSON.stringify(await engine.state(), (_, value: unknown) => value)
  )
}

const sealer = { keyId: 'key', seal: (plain: string) => plain, unseal: (sealed: string) => sealed }
const at = { instance: 'site', place: 'plan' } as unknown as Parameters<typeof serialisePlan>[2]

describe('a write-only value', () => {
  test('goes to the provider, and is in no record, plan or event', async () => {
    const engine = new FakeEngine()
    const { plan, result, events } = await engine.up(db('t-1'))
    assert.equal(result.outcome, 'succeeded')
    assert.deepEqual(tokens(engine), ['t-1'])
    assert.doesNotMatch(await recorded(engine), /t-1/)
    assert.doesNotMatch(serialisePlan(plan, sealer, at), /t-1/)
    assert.doesNotMatch(JSON.stringify([plan.steps.map(({ changes }) => changes), events]), /t-1/)
  })

  test('plans nothing when it changes, and goes along with the next change', async () => {
    const engine = new FakeEngine()
    await engine.up(db('t-1'))
    assert.deepEqual(actions((await engine.plan(db('t-2'))).plan), [])
    await engine.up(db('t-2', 'other'))
    assert.deepEqual(tokens(engine), ['t-2'])
    assert.doesNotMatch(await recorded(engine), /t-[12]/)
  })

  test('is worked out again when a saved plan is carried out', async () => {
    const engine = new FakeEngine()
    const { plan, gathered, blueprint } = await engine.plan(db('t-1'))
    const saved = await parsePlan(serialisePlan(plan, sealer, at), sealer, at)
    assert.equal((await engine.run(saved, gathered, blueprint)).result.outcome, 'succeeded')
    assert.deepEqual(tokens(engine), ['t-1'])
  })

  test('is not kept by a create that failed or was cut off', async () => {
    for (const details of [{ inDoubt: true }, { answered: true }, { refused: true }]) {
      const engine = new FakeEngine()
      engine.cloud.interfere = ({ method, effect }) => {
        if (method === 'Deploy' && !effect) throw fakeFailure({ reasons: ['no'], ...details })
      }
      await engine.up(db('t-1'))
      assert.doesNotMatch(await recorded(engine), /t-1/, JSON.stringify(details))
    }
  })
})

const passing = (property: string) => ({
  data: { pass: 'x' },
  resources: { db: { type: 'fake/handed', spec: { [property]: text('p-', data('pass', 'answer')) } } },
})

/** Opens secrets, which JSON would hide. */
function hidden(_: string, value: unknown): unknown {
  return value instanceof Secret ? value.value : value
}

/**
 * An engine with a data source for a password.
 *
 * @param names of data sources that are ephemeral; absent: all
 */
function engineWithPass(names?: readonly string[]): FakeEngine {
  const engine = new FakeEngine()
  const provider = engine.cloud.provider.bind(engine.cloud)
  engine.cloud.provider = () => ({
    ...provider(),
    fetch: ({ dataSourceName }: { readonly dataSourceName: string }) =>
      Promise.resolve(valueMap([['answer', names?.includes(dataSourceName) === false ? 'e-1' : new PassedOn('e-1')]])),
  })
  return engine
}

describe('an ephemeral value', () => {
  test('goes into a write-only property, also as a part of a text', async () => {
    const engine = engineWithPass()
    assert.equal((await engine.up(passing('token'))).result.outcome, 'succeeded')
    assert.deepEqual(tokens(engine), ['p-e-1'])
    assert.doesNotMatch(await recorded(engine), /e-1/)
  })

  test('is refused where it would be recorded', async () => {
    await assert.rejects(engineWithPass().up(passing('value')), {
      code: 'engine/refused',
      message: '"value" would be recorded, but an ephemeral value must not be',
    })
  })
})

describe('an ephemeral value is refused as', () => {
  const refused: Readonly<Record<string, readonly [object, string]>> = {
    'an export': [{ exports: { token: text('p-', data('pass', 'answer')) } }, 'the export "token"'],
    'a display name': [
      { resources: { db: { type: 'fake/handed', spec: { value: 'v' }, displayName: data('pass', 'answer') } } },
      '"metadata.displayName"',
    ],
    'a trigger': [
      {
        resources: {
          db: { type: 'fake/handed', spec: { value: 'v' }, demands: { triggers: [data('pass', 'answer')] } },
        },
      },
      'a trigger',
    ],
    'the answer about it': [
      { data: { pass: 'x', other: data('pass', 'answer') }, exports: { other: data('other', 'answer') } },
      'the export "other"',
    ],
  }
  for (const [what, [draft, subject]] of Object.entries(refused))
    test(what, async () => {
      const engine = engineWithPass(['pass'])
      await assert.rejects(engine.up({ data: { pass: 'x' }, ...draft }), {
        code: 'engine/refused',
        message: `${subject} would be recorded, but an ephemeral value must not be`,
      })
    })

  test('an export of a child, which goes without it', async () => {
    const engine = engineWithPass()
    await engine.up({ ...passing('token'), children: { kid: { token: data('pass', 'answer') } } })
    const state = await engine.state()
    assert.doesNotMatch(inspect(state, { depth: 20 }) + JSON.stringify(state, hidden), /e-1/)
  })
})

describe('a destroy that failed', () => {
  test('records what its provider says is left', async () => {
    const engine = new FakeEngine()
    await engine.up(db('t'))
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Destroy' && !effect) throw fakeFailure({ reasons: ['no'], made: { 'spec.echo': 'half gone' } })
    }
    await engine.destroy()
    const [record] = (await engine.state())?.resources ?? []
    assert.deepEqual(
      [record?.status, record?.spec['echo'], record?.spec['value']],
      ['destroy-failed', 'half gone', 'v'],
    )
  })
})
