/** Open files of the shell that starts Slipway, such as a file of secrets, do not reach plugins. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { slipway } from '../ledger/command.ts'
import { makeTarget, version } from './target.ts'

const onLinux = { skip: process.platform !== 'linux' && 'needs /proc' }

test('a file descriptor left open by the shell does not reach a plugin', onLinux, (context) => {
  const target = makeTarget(context)
  target.write('site.blueprint.yaml', `${version}resources:\n  a: { type: nosy/thing, spec: {} }\n`)
  const list = 'for fd in /proc/$$/fd/*; do echo "${fd##*/} $(readlink $fd)"; done > "$SEEN"; exit 1'
  const plugin = target.write('plugins/providers/acme/nosy/1.0.0/plugin', `#!/bin/sh\n${list}\n`)
  chmodSync(plugin, 0o755)
  const secret = openSync(target.write('secret', 'hunter2'), 'r')
  context.after(() => closeSync(secret))
  const stdio = Array.from({ length: 252 }, (_, index) => ([4, 30, 251].includes(index) ? secret : ('ignore' as const)))
  const seen = join(target.folder, 'seen')
  const env = { ...target.env, SEEN: seen, SLIPWAY_TRUST: '1' }
  spawnSync(slipway, ['up', '--yes', 'site.blueprint.yaml'], { cwd: target.folder, env, stdio })
  const lines = readFileSync(seen, 'utf8')
  assert.match(lines, /^0 \/dev\/null$/m)
  assert.doesNotMatch(lines, /secret/)
})
