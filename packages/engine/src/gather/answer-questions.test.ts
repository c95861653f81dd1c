import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, data } from '../testing/fake-blueprint.ts'
import { fakeFailure } from '../testing/fake-cloud.ts'
import { FakeEngine } from '../testing/fake-engine.ts'

for (const [method, subject] of [
  ['Fetch', 'the data source info'],
  ['Call', 'the function shout'],
] as const) {
  test(`a failure says that ${subject} was asked, of whom, and every reason`, async () => {
    const engine = new FakeEngine()
    engine.cloud.interfere = ({ method: called }) => {
      if (called === method) throw fakeFailure({ pluginErrorCode: 'BAD_INPUT', reasons: ['too wet', 'too cold'] })
    }
    const up = engine.up({
      data: { info: 'x' },
      resources: { db: { spec: { value: call('shout', data('info', 'answer')) } } },
    })
    await assert.rejects(up, {
      message: `${subject} (test/fake): it did not work`,
      details: ['too wet', 'too cold'],
      reasons: ['too wet', 'too cold'],
      pluginErrorCode: 'BAD_INPUT',
    })
  })
}
