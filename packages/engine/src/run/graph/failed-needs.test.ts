import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, data, ref } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'

/** A blueprint in which a data source reads a value that is known late, and another resource reads the data source. */
const readLate = (value: string) => ({
  data: { found: ref('db.spec.echo') },
  resources: {
    db: { spec: { value } },
    part: { spec: { value: data('found', 'answer') } },
  },
})

test('a step that fails because of a data source or a function names it', async () => {
  for (const [method, subject] of [
    ['Fetch', 'the data source found (test/fake, provider.Resource.Deploy)'],
    ['Call', 'the function shout (test/fake, provider.Resource.Deploy)'],
  ] as const) {
    const engine = new FakeEngine()
    engine.cloud.interfere = (about) => {
      if (about.method === method) throw fakeFailure({ message: 'why one', reasons: ['why one', 'why two'] })
    }
    const { resources } = readLate('a')
    const part = { spec: { value: call('shout', ref('db.spec.echo')) } }
    const draft = method === 'Call' ? { resources: { ...resources, part } } : readLate('a')
    const { result } = await engine.up(draft)
    assert.deepEqual(
      result.failures.map(({ name, reasons }) => [name, reasons]),
      [['part', [`${subject}: why one`, 'why two']]],
    )
  }
})
