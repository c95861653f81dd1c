import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asking, type Wish } from '../../testing/fake-program.ts'
import { FakeEngine, statuses, type Up } from '../../testing/fake-engine.ts'

const type = 'fake/read'
const own: Wish = { name: 'own', type }
const read: Wish = { name: 'seen', type, spec: { foreign: true } }

/** Makes `own` and `seen` records of the same thing. */
async function asOne(engine: FakeEngine): Promise<void> {
  const lease = await engine.lease()
  for (const resource of (await engine.state())?.resources ?? [])
    await engine.store.commit(lease, [
      { kind: 'resource', resource: { ...resource, spec: { ...resource.spec, id: 'one' } } },
    ])
}

async function destroyed(engine: FakeEngine, run: () => Promise<Up>): Promise<readonly string[]> {
  engine.cloud.calls.length = 0
  const { result } = await run()
  assert.equal(result.outcome, 'succeeded')
  return engine.cloud.calls.filter((call) => call.startsWith('Destroy'))
}

describe('a resource that is only read', () => {
  test('is never destroyed, and delays no removal', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([own, read]))
    await asOne(engine)
    assert.deepEqual(await destroyed(engine, () => engine.program(asking([read]))), ['Destroy own'])
    await engine.program(asking([own, read]))
    await asOne(engine)
    const { plan } = await engine.plan(undefined, { plan: { operation: 'destroy' } })
    assert.deepEqual(
      plan.steps.map(({ name, action, reason }) => [name, action, reason]),
      [
        ['own', 'delete', 'destroy'],
        ['seen', 'forget', 'was only read'],
      ],
    )
    assert.deepEqual(await destroyed(engine, () => engine.destroy()), ['Destroy own'])
    assert.deepEqual(await statuses(engine), {})
  })

  test('is not taken for a resource that is created under its name', async () => {
    const engine = new FakeEngine()
    await engine.program(asking([read]))
    const [before] = (await engine.state())?.resources ?? []
    const made = { ...read, spec: {} }
    assert.deepEqual(await destroyed(engine, () => engine.program(asking([made]))), [])
    const after = (await engine.state())?.resources ?? []
    assert.deepEqual([after.length, after[0]?.id === before?.id], [1, false])
    assert.deepEqual(await destroyed(engine, () => engine.program(asking([]))), ['Destroy seen'])
  })
})
