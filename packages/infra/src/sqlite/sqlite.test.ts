import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Agent, allPlugins, quitSignals } from '@slipway/agent'
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

test('sqlite without configuration is disabled, not failed', async () => {
  const store = sqlite('sqlite')
  store.settings = undefined
  const agent = new Agent(allPlugins(store), quitSignals())
  await agent.start()
  assert.equal(store.enabled, false)
  await assert.rejects(store.get('a'), { code: 'infra/store-disabled' })
  await agent.stop()
})
