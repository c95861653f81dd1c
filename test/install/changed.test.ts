/** A plugin with files that change after its installation, with real processes. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../faulty/sandbox.ts'
import { installMachine } from './machine.ts'

test('a tampered plugin is not started, and a new install repairs it', { timeout: 240_000 }, async (t) => {
  const box = installMachine(t)
  const good = `#!/bin/sh\n${command('good', 'acme/signal')}\n`
  box.program('signal', good)
  const install = 'plugin install ./signal --as provider:acme/signal@1.2.0'
  const [line] = await box.lines(install)
  box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
  const program = join(line?.path ?? '', 'plugin')
  const trace = join(box.home, 'trace')
  rmSync(program)
  writeFileSync(program, good.replace('\n', `\ntouch ${trace}\n`), { mode: 0o755 })
  const refused = await box.slipway('up --yes')
  assert.notEqual(refused.code, 0)
  assert.match(refused.stderr, /differs from its installation: plugin was changed, added or removed since/)
  assert.throws(() => rmSync(trace), { code: 'ENOENT' })
  const [mended] = await box.lines(install)
  assert.equal(mended?.action, 'installed')
  const up = await box.slipway('up --yes')
  assert.equal(up.code, 0, up.stderr)
  assert.equal((await box.slipway('destroy --yes')).code, 0)
})
