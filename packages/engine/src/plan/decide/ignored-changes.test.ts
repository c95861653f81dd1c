import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceOptions } from '../../language/resource-options.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine, statuses } from '../../testing/fake-engine.ts'
import { asking } from '../../testing/fake-program.ts'
import { type BlueprintDraft, type Draft, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'

const keyed = (zone: string, options: ResourceOptions = {}): ResourceDraft => ({
  type: 'fake/keyed',
  spec: { zone },
  options,
})

/** A resource whose provider keeps `value` unless the resource is made anew, and its reader. */
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

describe('ignoreChanges of an identifying property', () => {
  const ignored = keyed('south', { ignoreChanges: ['zone'] })

  test('keeps the recorded identity, so another resource may take the new one', async () => {
    const engine = new FakeEngine()
    await engine.up({ resources: { db: keyed('north') } })
    const { plan } = await engine.up({ resources: { db: ignored, app: keyed('south') } })
    assert.deepEqual(actions(plan), ['create app'])
    await assert.rejects(engine.plan({ resources: { db: ignored, app: keyed('north') } }), /would be the same/)
  })
})

describe('a change that a provider ignores itself', () => {
  test('is neither shown nor recorded when other properties change', async () => {
    const engine = ignoringEngine()
    await engine.up(draft('a', 'north'))
    assert.deepEqual(actions((await engine.up(draft('b', 'north'))).plan), [])
    const { plan } = await engine.up(draft('c', 'south'))
    assert.deepEqual(actions(plan), ['update db'])
    assert.deepEqual(plan.steps[0]?.changes, [{ path: 'spec.zone', previous: 'north', next: 'south' }])
    assert.equal(engine.cloud.named('db')[0]?.spec['value'], 'a')
  })

  test('is applied when the resource is replaced, and readers get the new value', async () => {
    const engine = ignoringEngine()
    await engine.up(draft('a', 'north'))
    await engine.up(draft('b', 'north'))
    const { plan } = await engine.up(draft('b', 'elsewhere'))
    assert.deepEqual(actions(plan), ['replace db', 'update app'])
    assert.deepEqual(plan.steps[0]?.changes[0], { path: 'spec.value', previous: 'a', next: 'b' })
    assert.equal(engine.cloud.named('app')[0]?.spec['value'], 'b')
  })
})

const withPassword = (password: string | undefined, value: Draft): BlueprintDraft => ({
  resources: {
    db: {
      type: 'fake/slow',
      spec: { pinned: 'p', ...(password && { password }) },
      options: { ignoreChanges: ['password'] },
    },
    app: { spec: { value } },
  },
})

describe('ignoreChanges when a failed create is repeated', () => {
  for (const isMade of [true, false]) {
    test(`its reader gets ${isMade ? 'what the first create was given, which stays' : 'what is written now, since nothing was made'}`, async () => {
      const engine = new FakeEngine()
      let failures = [fakeFailure(), ...(isMade ? [] : [fakeFailure({ refused: true })])]
      engine.cloud.interfere = ({ method, name, effect }) => {
        if (method !== 'Deploy' || name !== 'db' || effect) return
        const [failure, ...rest] = failures
        failures = rest
        if (failure !== undefined) throw failure
      }
      await engine.up(withPassword('first', 'nothing yet'))
      assert.deepEqual(await statuses(engine), { app: 'created', db: 'create-failed' })
      const { result } = await engine.up(withPassword('second', ref('db.spec.password')))
      assert.equal(result.outcome, 'succeeded')
      const [app] = engine.cloud.named('app')
      assert.equal(app?.spec['value'], isMade ? 'first' : 'second')
      const { plan } = await engine.plan(withPassword('second', ref('db.spec.password')))
      assert.deepEqual(actions(plan), [])
    })
  }
})

describe('an ignored property that mentions another resource', () => {
  const options = { ignoreChanges: ['value'] }
  const both: BlueprintDraft = { resources: { disk: {}, app: { spec: { value: ref('disk.spec.id') }, options } } }
  const one: BlueprintDraft = { resources: { app: { spec: { value: 'nothing' }, options } } }

  test('makes its owner a reader while a run excludes the other one: destroy removes the reader first', async () => {
    const engine = new FakeEngine()
    await engine.up(both)
    const { plan } = await engine.up(one, { plan: { exclude: ['disk'] } })
    assert.deepEqual(actions(plan), [])
    engine.cloud.calls.length = 0
    await engine.destroy()
    assert.deepEqual(
      engine.cloud.calls.filter((call) => call.startsWith('Destroy')),
      ['Destroy app', 'Destroy disk'],
    )
  })

  test('does not keep the other resource alive', async () => {
    const engine = new FakeEngine()
    await engine.up(both)
    await engine.up(one, { plan: { exclude: ['disk'] } })
    await engine.up(one)
    assert.deepEqual(engine.cloud.names(), ['app'])
  })

  test('makes its owner a reader in a program, too, until the program may destroy the other one', async () => {
    const engine = new FakeEngine()
    await engine.up(both)
    const app = asking([{ name: 'app', spec: { value: 'nothing' }, options }])
    for (const isLeft of [true, false]) {
      await engine.program((want, saying) => {
        saying.mayGo(({ name }) => !isLeft || name !== 'disk')
        return app(want, saying)
      })
      const reads = (await engine.state())?.resources.find(({ name }) => name === 'app')?.reads
      assert.deepEqual([reads?.length, engine.cloud.names().length], isLeft ? [1, 2] : [0, 1])
    }
  })
})
