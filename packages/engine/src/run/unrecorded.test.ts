import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { type BlueprintDraft } from '../testing/fake-blueprint.ts'
import { FakeEngine, statuses, withCommits } from '../testing/fake-engine.ts'

const wanted: BlueprintDraft = { resources: { a: {}, b: {}, c: { dependsOn: ['a'] }, d: { dependsOn: ['b'] } } }

describe('a run whose state cannot be written', () => {
  for (const broken of [1, 2, 3, 4, 5]) {
    test(`ends with that error at commit ${broken}, starts nothing more, and is completed by the next run`, async () => {
      const engine = new FakeEngine()
      let commits = 0
      let callsAfter = 0
      engine.cloud.interfere = ({ effect }) => {
        if (commits >= broken && !effect) callsAfter++
      }
      const full = new Failure('state/disk-full', 'there is no room')
      const store = withCommits(engine.store, (lease, changes) =>
        ++commits === broken ? Promise.reject(full) : engine.store.commit(lease, changes),
      )
      const error: unknown = await new FakeEngine(engine.cloud, store).up(wanted).then(
        ({ result }) => result.outcome,
        (thrown: unknown) => thrown,
      )
      assert.equal(error, full)
      // Other calls that are in flight may still end.
      assert.ok(callsAfter <= 2, String(callsAfter))
      engine.cloud.interfere = () => undefined
      const { result } = await engine.up(wanted)
      assert.equal(result.outcome, 'succeeded')
      assert.deepEqual(await statuses(engine), { a: 'created', b: 'created', c: 'created', d: 'created' })
      assert.deepEqual(engine.cloud.madeTwice, [])
    })
  }
})
