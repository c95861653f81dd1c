/**
 * A resource that a run has destroyed, although the destroy failed, is not as it was before, even if something is made in its place on the
 * way back.
 */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { oneFile } from '../one-file.ts'
import { machine } from '../plugins/machine.ts'

test('a rollback names the resources that a failed destroy has destroyed', { timeout: 240_000 }, async (t) => {
  const box = machine(t)
  const folder = join(box.home, 'walls')
  mkdirSync(folder)
  box.env['CRUMBLING_FOLDER'] = folder
  const script = `exec ${process.execPath} ${oneFile(join(import.meta.dirname, 'crumbling.ts'))}`
  box.installScript(script, 'acme/crumbling')
  const write = (stone: string): void =>
    box.write(
      'app.blueprint.yaml',
      `version: 2025-11-02\nresources: { w: { type: crumbling/wall, spec: { stone: ${stone} } } }\n`,
    )
  write('chalk')
  assert.equal((await box.slipway('up --yes')).code, 0)
  write('flint')
  const { code, stderr } = await box.slipway('up --yes --rollback')
  assert.equal(code, 1)
  assert.match(stderr, /\+ w \(crumbling\/wall\) will be created: missing outside/)
  assert.match(
    stderr,
    /as it was before .*, but for this:\n.* was destroyed by the run: it is created again, and its contents are lost/,
  )
  write('chalk')
  assert.match((await box.slipway('plan --refresh')).stdout, /Nothing to do/)
})
