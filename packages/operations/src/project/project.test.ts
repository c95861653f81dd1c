import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findProject, openProject } from './project.ts'

test('a stack that is named beside a blueprint is refused, not passed over', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-project-'))
  t.after(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'app.blueprint.yaml'), 'version: 2025-11-02\n')
  const slipway = { env: {}, cwd }
  const refused = { code: 'stack/no-project', message: /^app is not a Pulumi program/ }
  await assert.rejects(openProject(slipway, { stack: 'prod' }, 'looks'), refused)
  await assert.rejects(findProject(slipway, { stack: 'prod' }, 'looks'), refused)
  assert.equal((await openProject(slipway, {}, 'looks')).instance, 'app')
})
