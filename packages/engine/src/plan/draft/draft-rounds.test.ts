import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResourceRecord } from '@slipway/stores'
import { Failure } from '@slipway/model'
import { type BlueprintDraft, ref, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

/** Papers whose names begin with a letter, each identified by a value that the provider has computed for the one before. */
function chain(letter: string, length: number): BlueprintDraft {
  const resources: Record<string, ResourceDraft> = {}
  for (let at = 0; at < length; at++)
    resources[`${letter}${at}`] = {
      type: 'fake/paper',
      spec: { zone: at === 0 ? 'first' : ref(`${letter}${at - 1}.spec.id`) },
    }
  return { resources }
}

/** Changes the recorded specs behind the engine's back. */
async function recordedAs(engine: FakeEngine, specOf: (record: ResourceRecord) => object): Promise<void> {
  const lease = await engine.lease()
  for (const record of (await engine.state())?.resources ?? []) {
    const resource = { ...record, spec: { ...record.spec, ...specOf(record) } }
    await engine.store.commit(lease, [{ kind: 'resource', resource }])
  }
}

describe('a plan is drafted again until every resource has its record', () => {
  for (const length of [6, 8, 12, 40])
    test(`a chain of ${length} renamed resources that identify each other is renamed without other changes`, async () => {
      const engine = new FakeEngine()
      await engine.up(chain('p', length))
      engine.cloud.calls.length = 0
      const { plan, result } = await engine.up(chain('q', length))
      assert.deepEqual(actions(plan), [])
      assert.equal(plan.steps.filter(({ wish }) => wish?.renamedFrom !== undefined).length, length)
      assert.equal(result.outcome, 'succeeded')
      assert.deepEqual(engine.cloud.calls, [])
    })

  test('a plan is refused if a resource takes the record that its own identity depends on', async () => {
    const type = 'fake/keyed'
    const draft = (value: string): BlueprintDraft => ({
      resources: {
        source: { spec: { value } },
        first: { type, spec: { zone: ref('source.spec.echo') } },
      },
    })
    const engine = new FakeEngine()
    await engine.up(draft('a'))
    await recordedAs(engine, ({ name, spec }) => (name === 'first' ? { zone: spec['id'] } : {}))
    const { resources = {} } = draft('b')
    const second: ResourceDraft = { type, spec: { zone: ref('first.spec.id') } }
    await assert.rejects(engine.plan({ resources: { ...resources, second } }), (thrown) => {
      assert.ok(thrown instanceof Failure)
      assert.equal(thrown.code, 'engine/unsettled')
      assert.match(thrown.message, /first/)
      assert.match(thrown.message, /second/)
      return true
    })
    assert.equal((await engine.plan(draft('b'))).plan.steps.length, 2)
  })
})
