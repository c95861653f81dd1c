import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

process.env['SLIPWAY_TEST_CASES'] = 'others'
const { runWarm, runWarmLater } = await import('./run.ts')

const folder = mkdtempSync(join(tmpdir(), 'slipway-warm-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { NODE_OPTIONS: _, ...env } = process.env
const command = (args: readonly string[], more: NodeJS.ProcessEnv = {}) => ({
  args,
  cwd: folder,
  env: { ...env, NO_COLOR: '1', ...more },
})

test('commands in one process print, end and find their variables as each in a process of its own would', async () => {
  assert.equal(runWarm(command(['--version'])), undefined, 'the first command has a process of its own')
  const version = runWarm(command(['--version']))
  assert.deepEqual([version?.code, version?.err], [0, ''])
  assert.match(version?.out ?? '', /^\d+\.\d+\.\d+\n$/)
  const wrong = runWarm(command(['config', 'show'], { SLIPWAY_PARALLELISM: 'many' }))
  assert.equal(wrong?.code, 1)
  assert.match(wrong.out + wrong.err, /many/)
  const together = runWarm({ ...command(['config', 'show'], { SLIPWAY_PARALLELISM: 'many' }), isTogether: true })
  assert.deepEqual([together?.code, together?.err], [1, ''])
  assert.match(together?.out ?? '', /many/)
  const without = await runWarmLater(command(['config', 'show']))
  assert.equal(without?.code, 0)
  assert.doesNotMatch(without.out + without.err, /many/)
})

test('a command that is to be killed or limited, or begins beside another one, has a process of its own', async () => {
  assert.equal(runWarm(command(['--version'], { SLIPWAY_FAILPOINT: 'before-intent:1' })), undefined)
  assert.equal(runWarm(command(['--version'], { NODE_OPTIONS: '--max-old-space-size=450' })), undefined)
  const first = runWarmLater(command(['--version']))
  assert.equal(runWarm(command(['--version'])), undefined)
  assert.equal((await first)?.code, 0)
  assert.equal(runWarm(command(['--version'], { NODE_OPTIONS: '--require "./some.cjs"' }))?.code, 0)
})
