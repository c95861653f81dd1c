import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import type { StateStore } from '../port.ts'
import { processSealer } from '../seal/index.ts'
import { sampleHolder, sampleInstance, sampleRun, sampleTask, takeLock } from '../testing.ts'
import { filledStore, opened, testDirectory } from './testing.ts'

const sealer = processSealer()
const patient = { leaseMs: 30_000, isGone: () => false }

/** A closed state with the instance `site` of three resources, a task and a run, changed behind Slipway's back. */
async function changed(context: TestContext, sql: string): Promise<string> {
  const directory = testDirectory(context)
  await filledStore(directory, 3, sealer)
  const store = await opened({ directory, sealer })
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [
    { kind: 'task', task: sampleTask('t') },
    { kind: 'run', run: sampleRun('r') },
  ])
  await store.close()
  const database = new DatabaseSync(join(directory, 'state.db'))
  database.exec(sql)
  database.close()
  return directory
}

async function looking(context: TestContext, sql: string): Promise<StateStore> {
  const store = await opened({ directory: await changed(context, sql), sealer })
  context.after(() => store.close())
  return store
}

describe('a missing row is noticed:', () => {
  for (const [sql, says] of [
    ["DELETE FROM resources WHERE id = 'id-r1'", '1 of its 5 records is gone'],
    ['DELETE FROM tasks', '1 of its 5 records is gone'],
    ['DELETE FROM resources', '3 of its 5 records are gone'],
    ["DELETE FROM tallies WHERE part = 'records'", '5 of its 5 records were not written by Slipway'],
    [
      "UPDATE tallies SET sum = sum + 1 WHERE part = 'records'",
      'one of its records is older than the last written one',
    ],
  ] as const) {
    test(sql, async (context) => {
      const store = await looking(context, sql)
      await assert.rejects(store.load('site'), {
        code: 'state/damaged-record',
        details: [says],
        hint: /slipway state accept/,
      })
      const looked = await store.load('site', { skipDamaged: true })
      assert.deepEqual(looked?.damaged, [{ kind: 'resource', reason: says }])
      await assert.rejects(store.load('site', { skipSealed: true }), { code: 'state/damaged-record' })
    })
  }

  test('one of an instance', async (context) => {
    for (const sql of ['DELETE FROM instances', 'DELETE FROM instances; DELETE FROM resources; DELETE FROM tasks']) {
      const store = await looking(context, sql)
      assert.deepEqual(await store.instances(), [{ name: 'site', damage: 'it is gone' }])
      const expected = { code: 'state/damaged-record', details: ['instance site: it is gone'] }
      await assert.rejects(store.load('site'), expected)
      await assert.rejects(store.load('site', { skipDamaged: true }), expected)
    }
  })

  test('one of an instance, with its tally', async (context) => {
    const store = await looking(context, 'DELETE FROM instances; DELETE FROM tallies')
    await assert.rejects(store.load('site'), { code: 'state/damaged-record', details: ['instance site: it is gone'] })
  })

  test('one of a past run, which hides nothing', async (context) => {
    const store = await looking(context, 'DELETE FROM runs')
    const said: string[] = []
    assert.deepEqual(await store.runs('site', 9, ({ reason }) => said.push(reason)), [])
    assert.deepEqual(said, ['1 past run is gone from the history of site'])
    assert.equal((await store.load('site'))?.resources.length, 3)
  })
})

describe('a missing or different table is noticed:', () => {
  for (const sql of [
    'DROP TABLE resources',
    'DROP TABLE tasks',
    'DROP TABLE locks',
    'DROP TABLE tallies',
    'DROP TABLE commits',
    'DELETE FROM commits',
    'DELETE FROM slipway_schema',
    'UPDATE slipway_schema SET version = 0',
    'UPDATE slipway_schema SET version = 1',
    'ALTER TABLE resources RENAME COLUMN body TO text',
  ]) {
    test(sql, async (context) => {
      const directory = await changed(context, sql)
      for (const access of ['read', 'write'] as const) {
        await assert.rejects(opened({ directory, sealer, access }), (error: Error & { code: string }) => {
          assert.match(error.code, /^state\/(corrupt|lost-commits)$/)
          return true
        })
      }
    })
  }
})

describe('a lock that is damaged', () => {
  for (const sql of [
    "UPDATE locks SET holder = '{garbage'",
    "UPDATE locks SET holder = 'null'",
    'UPDATE locks SET holder = NULL',
    'UPDATE locks SET fence = 0',
    'UPDATE locks SET fence = 9223372036854775807',
    'UPDATE locks SET ends_at_monotonic = 0',
    'DELETE FROM locks',
  ]) {
    test(`names nobody, and can be taken away: ${sql}`, async (context) => {
      const store = await looking(context, sql)
      const expected = { code: 'state/damaged-lock', hint: /slipway state unlock --instance site/ }
      await assert.rejects(store.holder('site'), expected)
      await assert.rejects(store.lock('site', sampleHolder('run-2'), patient), expected)
      const former = { instance: 'site', fence: 2 }
      await assert.rejects(store.commit(former, [{ kind: 'remove-instance' }]), expected)
      assert.equal((await store.load('site'))?.resources.length, 3)
      assert.equal(await store.breakLock('site'), undefined)
      const lease = await takeLock(store, 'site', 'run-2')
      assert.ok(lease.fence > 2, 'whoever held it is fenced')
      await assert.rejects(store.commit(former, [{ kind: 'remove-instance' }]), { code: 'state/fenced' })
      await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site', { version: 2 }) }])
      await store.unlock(lease)
    })
  }
})

test('a discarded damaged record leaves a whole state, with any part damaged', async (context) => {
  for (const sql of [
    "UPDATE resources SET body = '{}' WHERE id = 'id-r1'",
    "UPDATE resources SET checksum = 1 WHERE id = 'id-r1'",
  ]) {
    const store = await looking(context, sql)
    await store.breakLock('site')
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [{ kind: 'forget', resourceId: 'id-r1', isDamaged: true }])
    assert.equal((await store.load('site'))?.resources.length, 2)
  }
})

test('a state removed during use accepts nothing more', async (context) => {
  const directory = testDirectory(context)
  const store = await opened({ directory })
  const lease = await takeLock(store, 'site')
  const change = { kind: 'instance', instance: sampleInstance('site') } as const
  await store.commit(lease, [change])
  rmSync(directory, { recursive: true })
  await assert.rejects(store.commit(lease, [change]), { code: 'state/lost-commits', message: /was removed while/ })
})
