import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesIn } from './staging.ts'

test('a look at a staging folder in which a plugin makes and removes folders finds the files that stay', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-staging-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/main.pp'), '')
  // A process that makes and removes folders again and again. All of them have existed once before the first look.
  const work = 'while :; do mkdir -p $(seq -f t/%g 200); echo; rm -r t; done'
  const plugin = spawn('/bin/sh', ['-c', work], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(async () => {
    plugin.kill('SIGKILL')
    await once(plugin, 'close')
    rmSync(folder, { recursive: true, force: true })
  })
  await once(plugin.stdout, 'data')
  plugin.stdout.resume()
  for (let look = 0; look < 400; look++) assert.deepEqual(filesIn(folder, 'a plugin'), ['src/main.pp'])
})
