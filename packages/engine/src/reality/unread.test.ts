import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readYaml } from '@slipway/source'
import { type BlueprintDraft, fakeBlueprint } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine, type UpOptions } from '../testing/fake-engine.ts'

const draft: BlueprintDraft = { resources: { db: { spec: { value: 'one' } }, web: { spec: { value: 'two' } } } }

async function deployed(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft)
  return engine
}

/** Options for a run after the plugin was removed. */
function withoutProvider(engine: FakeEngine): Required<Pick<UpOptions, 'gather'>> {
  const ports = engine.ports()
  const catalog = { ...ports.catalog, namespaces: () => [], define: () => Promise.resolve(undefined) }
  return { gather: { ports: { ...ports, catalog }, refresh: true } }
}

describe('a resource that cannot be read', () => {
  test('for want of its provider is reported by a refresh, which fails', async () => {
    const engine = await deployed()
    const { plan, result } = await engine.up(undefined, { ...withoutProvider(engine), plan: { operation: 'refresh' } })
    assert.equal(result.outcome, 'failed')
    assert.deepEqual(
      plan.steps.map(({ blocked }) => blocked),
      ['db', 'web'].map((name) => ({
        code: 'engine/no-provider',
        message: `${name} cannot be read: no provider for fake/find is installed`,
        hint: `install test/fake (1.0.0 made it), or forget it: slipway state rm ${name}`,
      })),
    )
    const { result: again } = await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.equal(again.outcome, 'succeeded')
  })

  test('does not prevent the others from being recorded', async () => {
    const engine = await deployed()
    await engine.up({ resources: { ...draft.resources, far: { type: 'fake/ask' } } })
    const state = await engine.state()
    if (state === undefined) throw new Error('there is no state')
    const resources = state.resources.map((record) =>
      record.name === 'far' ? Object.assign({}, record, { type: 'gone/thing' }) : record,
    )
    const [thing] = engine.cloud.named('db')
    if (thing !== undefined) thing.spec['value'] = 'changed'
    const asked = { gather: { state: { ...state, resources } }, plan: { operation: 'refresh' } } as const
    const { result } = await engine.up(undefined, asked)
    assert.equal(result.outcome, 'failed')
    const after = await engine.state()
    assert.equal(after?.resources.find(({ name }) => name === 'db')?.spec['value'], 'changed')
  })

  test('is reported even if the blueprint no longer has it', async () => {
    const engine = await deployed()
    const left = { resources: {} }
    const gone = await engine.plan(left, withoutProvider(engine))
    assert.deepEqual(
      gone.plan.steps.map(({ reason, blocked }) => [reason, blocked?.message]),
      ['web', 'db'].map((name) => [
        'not in the blueprint; its state could not be read',
        `${name} cannot be removed: no provider for fake/find is installed`,
      ]),
    )
    engine.cloud.interfere = ({ method }) => {
      if (method === 'GetExternalState') throw fakeFailure({ message: 'the box is locked' })
    }
    const locked = await engine.up(left, { gather: { refresh: true } })
    assert.match(locked.plan.steps[0]?.reason ?? '', /^not in the blueprint; its state could not be read: .*is locked$/)
    assert.equal(locked.result.outcome, 'succeeded')
  })

  test('by an id that the user gave is named with its place in the blueprint', async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method, effect }) => {
      if (method === 'Deploy' && effect) throw new Error('the engine dies')
    }
    const wanted: BlueprintDraft = { resources: { db: { type: 'fake/ask' } } }
    await assert.rejects(engine.up(wanted), /the engine dies/)
    engine.cloud.things.clear()
    engine.cloud.interfere = ({ method }) => {
      if (method === 'GetExternalState') throw fakeFailure({ message: 'the box is locked' })
    }
    const { source } = readYaml('site.yaml', 'version: 2025-11-02\nresources: { db: { type: fake/ask } }\n')
    const blueprint = { ...fakeBlueprint(wanted), source }
    const settle = new Map([['db', 'exists:b7'] as const])
    await assert.rejects(engine.plan(wanted, { gather: { blueprint, settle } }), {
      message: /^the external state of db under the id "b7" \(test\/fake, .*\): the box is locked$/,
      details: ['it is declared in site.yaml, line 1, column 1'],
    })
  })
})
