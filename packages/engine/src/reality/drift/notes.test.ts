import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actions, FakeEngine } from '../../testing/fake-engine.ts'

const draft = { resources: { db: { type: 'fake/noting', spec: { value: '1' } } } }

async function notedOutside(more: Record<string, string> = {}): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.up(draft)
  for (const { spec } of engine.cloud.named('db')) Object.assign(spec, { note: 'other', ...more })
  return engine
}

describe('what a provider notes for itself', () => {
  test('is no change outside when it is read again, and is recorded', async () => {
    const engine = await notedOutside()
    const { plan } = await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.deepEqual(actions(plan), [])
    assert.equal((await engine.state())?.resources[0]?.spec['note'], 'other')
  })

  test('is not shown beside what has changed outside', async () => {
    const engine = await notedOutside({ echo: 'else' })
    const { plan } = await engine.up(undefined, { plan: { operation: 'refresh' } })
    assert.deepEqual(
      plan.steps.map(({ action, changes }) => [action, changes.map(({ path }) => path)]),
      [['update', ['spec.echo']]],
    )
    assert.equal((await engine.state())?.resources[0]?.spec['note'], 'other')
  })
})
