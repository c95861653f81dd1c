import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { defaultDeadlines } from '../defaults.ts'
import { FakeEngine } from '../testing/fake-engine.ts'
import { fakeTypeDefinition } from '../testing/fake-types.ts'
import { lateDeleteMs } from './late-delete.ts'

async function wait(more: Partial<ResourceTypeDefinition>, record: Partial<ResourceRecord> = {}): Promise<number> {
  const engine = new FakeEngine()
  await engine.up({ resources: { one: {} } })
  const [known] = (await engine.state())?.resources ?? []
  assert.ok(known)
  const session = {
    definition: () => ({ ...fakeTypeDefinition('fake/find'), identity: { fields: ['zone'] }, ...more }),
    now: () => 10_000,
    deadlines: defaultDeadlines,
  }
  return lateDeleteMs({ ...known, status: 'destroy-interrupted', updatedAt: 9_000, ...record }, session)
}

test('a delete that was cut short is repeated when it can no longer take effect, by what its type says', async () => {
  assert.equal(await wait({ settlesWithinMs: 5_000 }), 4_000)
  assert.equal(await wait({ settlesWithinMs: 500 }), 0)
  // The clock was set back.
  assert.equal(await wait({ settlesWithinMs: 5_000 }, { updatedAt: 99_000 }), 5_000)
  // As long as anything else is waited for.
  assert.equal(await wait({ settlesWithinMs: 500_000 }), defaultDeadlines.settle)
})

test('nobody waits where its type does not say how long, where each thing has an id of its own, or for a delete that ended', async () => {
  assert.equal(await wait({}), 0)
  const byId = { settlesWithinMs: 5_000, idField: 'id', identity: undefined }
  assert.equal(await wait(byId as unknown as Partial<ResourceTypeDefinition>), 0)
  assert.equal(await wait({ settlesWithinMs: 5_000 }, { status: 'destroy-failed' }), 0)
})
