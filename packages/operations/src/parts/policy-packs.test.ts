import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { policyPackAt } from '@slipway/host'
import { loadSettings } from '../settings/load.ts'
import { isPackOfUser } from './find-plugins.ts'

test("a pack is the user's where his own file names it, also if a project names it, too", async (t) => {
  const base = mkdtempSync(join(tmpdir(), 'slipway-packs-'))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const [config, project] = [join(base, 'config/slipway'), join(base, 'project')]
  for (const [folder, pack] of [
    [config, 'strict'],
    [project, 'pack'],
  ] as const) {
    mkdirSync(join(folder, pack), { recursive: true })
    writeFileSync(join(folder, pack, 'PulumiPolicy.yaml'), 'runtime: nodejs\n')
  }
  writeFileSync(join(config, 'slipway.config.yaml'), 'policyPacks: [strict]\n')
  writeFileSync(join(project, 'slipway.config.yaml'), `policyPacks: [pack, ${join(config, 'strict')}]\n`)
  const settings = await loadSettings({ directory: project, env: { XDG_CONFIG_HOME: join(base, 'config') } })
  assert.equal(isPackOfUser(policyPackAt(join(config, 'strict')), settings), true)
  assert.equal(isPackOfUser(policyPackAt(join(project, 'pack')), settings), false)
})
