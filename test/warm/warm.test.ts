import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'

process.env['SLIPWAY_TEST_CASES'] = 'others'
const { runWarm, runWarmLater } = await import('./run.ts')
const { runLine } = await import('./shell-line.ts')

const folder = mkdtempSync(join(tmpdir(), 'slipway-warm-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { NODE_OPTIONS: _, ...env } = process.env
const command = (args: readonly string[], more: NodeJS.ProcessEnv = {}) => ({
  args,
  cwd: folder,
  env: { ...env, NO_COLOR: '1', ...more },
})

test('commands in one process behave like commands in their own processes', async () => {
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

test('a command to be killed or with options of Node, or started next to another, has its own process', async () => {
  assert.equal(runWarm(command(['--version'], { SLIPWAY_FAILPOINT: 'before-intent:1' })), undefined)
  assert.equal(runWarm(command(['--version'], { NODE_OPTIONS: '--expose-gc' })), undefined)
  const first = runWarmLater(command(['--version']))
  assert.equal(runWarm(command(['--version'])), undefined)
  assert.equal((await first)?.code, 0)
  assert.equal(runWarm(command(['--version'], { NODE_OPTIONS: '--require "./some.cjs"' }))?.code, 0)
})

test('a line of the shell prints the same, whether one process runs its commands or a shell', () => {
  const PATH = [join(import.meta.dirname, '../../node_modules/.bin'), env['PATH']].join(delimiter)
  const where = { cwd: folder, env: { ...env, PATH, NO_COLOR: '1' }, isTogether: true }
  for (const line of [
    `slipway eval '1' ; slipway eval "join(list('a b'), ';')" && slipway eval '"x && y"'`,
    'false && slipway --version; slipway --version >/dev/null; echo done',
    'slipway no-such && echo never; slipway no-such 2>/dev/null',
    'slipway no-such > /dev/null 2>&1; echo "$?"',
    'slipway no-such >/dev/null && echo never',
    "SLIPWAY_PARALLELISM='many' slipway config show; slipway eval '2' | cat",
    'mkdir -p inside && cd inside && slipway eval \'fileexists("none")\'; pwd',
    'cd inside && pwd; slipway eval 3 2>&1',
    'A=4; slipway eval "$A"; for n in 5 6; do slipway eval $n; done',
  ]) {
    const { stdout, status } = spawnSync('sh', ['-c', `{ ${line}\n} 2>&1`], { ...where, encoding: 'utf8' })
    assert.deepEqual(runLine(line, where), { stdout, status }, line)
  }
})

test('commands with little memory share a process with as much, and the one that needs more ends it', () => {
  const limited = (expression: string) => command(['eval', expression], { NODE_OPTIONS: '--max-old-space-size=50' })
  const large = Array.from({ length: 490_000 }, (_each, n) => `word-${n + 1_000_000}`)
  writeFileSync(join(folder, 'large.json'), JSON.stringify(large))
  // The first command of a file has a process of its own.
  runWarm(limited('0'))
  assert.deepEqual([runWarm(limited('1'))?.out, runWarm(limited('2'))?.out], ['1\n', '2\n'])
  const one = 'jsondecode(file("large.json"))'
  // Three of them need more than 90 MB.
  assert.throws(() => runWarm(limited(`[${one}, ${one}, ${one}]`)), /the process with the commands ended with SIG/)
  assert.equal(runWarm(command(['eval', '3']))?.out, '3\n')
})
