import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSettings } from '../settings/load.ts'
import { isPackOfUser, policyPacksOf } from './policy-packs.ts'
import { findProject } from '../project/project.ts'

test("a pack is the user's where the user’s own file names it, also if a project names it, too", async (t) => {
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
  assert.equal(isPackOfUser({ named: join(config, 'strict') }, settings), true)
  assert.equal(isPackOfUser({ named: join(project, 'pack') }, settings), false)
})

test("a project cannot replace a user's pack by another version", async (t) => {
  const base = mkdtempSync(join(tmpdir(), 'slipway-packs-'))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const [config, cwd] = [join(base, 'config/slipway'), join(base, 'project')]
  for (const folder of [config, cwd]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(config, 'slipway.config.yaml'), 'policyPacks: ["pulumi:analyzer/cis@2.0.0"]\n')
  writeFileSync(join(cwd, 'slipway.config.yaml'), 'policyPacks: ["pulumi:analyzer/cis@1.0.0", "npm:@acme/strict"]\n')
  const slipway = { env: { XDG_CONFIG_HOME: join(base, 'config'), HOME: base, SLIPWAY_TRUST: 'always' }, cwd }
  const project = await findProject(slipway, {}, 'looks', true)
  assert.deepEqual(policyPacksOf({ slipway, ...project }), {
    packs: [],
    missing: ['pulumi:analyzer/cis@2.0.0', 'npm:@acme/strict'],
  })
  assert.equal(isPackOfUser({ named: 'pulumi:analyzer/cis@2.0.0' }, project.settings), true)
  assert.equal(isPackOfUser({ named: 'npm:@acme/strict' }, project.settings), false)
})
