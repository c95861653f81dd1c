import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Agent, allPlugins, quitSignals } from '@slipway/agent'
import { Mirror } from '../testing/mirror.ts'
import { storeSuite } from '../testing/store-suite.ts'
import { newPlugin, type Sqlite, useName, useSettings } from './plugin.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-sqlite-'))
after(() => rmSync(folder, { recursive: true }))

function sqlite(name: string): Sqlite {
  return newPlugin(useName(name), useSettings({ path: join(folder, 'entries.db'), pollMs: 5 }))
}

storeSuite('sqlite', () => [sqlite('sqlite'), sqlite('other')])

test('entries outlive the agent', async () => {
  for (const expected of [undefined, 'here']) {
    const store = sqlite('sqlite')
    const agent = new Agent(allPlugins(store), quitSignals())
    await agent.start()
    assert.equal(await store.get('nine'), expected)
    await store.put('nine', 'here')
    await agent.stop()
  }
})

test('a file that others lock for too long is unavailable, like any store', async () => {
  const path = join(folder, 'held.db')
  const store = newPlugin(useSettings({ path, timeout: 20 }))
  const agent = new Agent(allPlugins(store), quitSignals())
  await agent.start()
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  await assert.rejects(store.put('a', '1'), { code: 'infra/store-unavailable' })
  other.exec('ROLLBACK')
  await store.put('a', '2')
  assert.equal(await store.get('a'), '2')
  other.close()
  await agent.stop()
})

test('a file that others damage is lost, and found again after its repair', async () => {
  const path = join(folder, 'spoilt.db')
  const store = newPlugin(useSettings({ path, pollMs: 5 }))
  const agent = new Agent(allPlugins(store), quitSignals())
  await agent.start()
  const mirror = new Mirror(store, 'a/')
  const other = new DatabaseSync(path)
  other.exec('ALTER TABLE entries RENAME TO elsewhere')
  await mirror.until(() => mirror.losses === 1)
  assert.equal(agent.health().ready, false)
  other.exec(`INSERT INTO elsewhere VALUES ('a/1', 'x'); ALTER TABLE elsewhere RENAME TO entries`)
  await mirror.until(() => mirror.snapshots === 2)
  assert.deepEqual(mirror.list(), [{ key: 'a/1', value: 'x' }])
  assert.equal(agent.health().ready, true)
  other.close()
  await agent.stop()
})

test('sqlite without configuration is disabled, not failed', async () => {
  const store = sqlite('sqlite')
  store.settings = undefined
  const agent = new Agent(allPlugins(store), quitSignals())
  await agent.start()
  assert.equal(store.enabled, false)
  await assert.rejects(store.get('a'), { code: 'infra/store-disabled' })
  await agent.stop()
})
