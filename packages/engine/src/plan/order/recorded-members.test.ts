import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { goBack } from '../../testing/go-back.ts'

function inZone(value: string): BlueprintDraft {
  const m = { options: { deletedWith: 'zone' }, spec: { pinned: ref('zone.spec.id'), value } }
  return { resources: { zone: {}, m } }
}

describe('a rollback of the members of a container', () => {
  for (const [where, standsIn, left] of [
    ['of which nothing is known: that stands there, whatever has the name of its container', '', ['m']],
    ['that is gone: it is not made again', 'gone', []],
  ] as const)
    test(where, async () => {
      const engine = new FakeEngine()
      await engine.up(inZone('one'))
      const state = await engine.state()
      assert.ok(state)
      const resources = state.resources.flatMap((record) =>
        record.name === 'm' ? [{ ...record, standsIn: [standsIn], reads: [] }] : [],
      )
      await engine.up(inZone('two'))
      engine.cloud.calls.length = 0
      const { result } = await goBack(engine, { ...state, resources })
      assert.equal(result.outcome, 'succeeded')
      assert.equal(engine.cloud.calls.includes('Deploy m'), left.length > 0)
      assert.deepEqual(
        (await engine.state())?.resources.map((record) => [record.name, record.standsIn]),
        left.map((name) => [name, ['']]),
      )
    })
})
