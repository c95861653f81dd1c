import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const dist = join(import.meta.dirname, '../../dist')

/** The built files as two packages, as npm installs them: what runs a stack is in that of the operations. */
function installed(folder: string): string {
  const [command = '', operations = ''] = ['slipway', '@slipway/operations'].map((name) =>
    join(folder, 'node_modules', name),
  )
  for (const part of [command, operations]) mkdirSync(join(part, 'dist'), { recursive: true })
  for (const entry of readdirSync(dist).filter((name) => /\.(?:cjs|json)$/.test(name)))
    copyFileSync(join(dist, entry), join(entry === 'stack.cjs' ? operations : command, 'dist', entry))
  symlinkSync(join(dist, 'plugins'), join(operations, 'dist/plugins'))
  writeFileSync(join(operations, 'package.json'), '{ "name": "@slipway/operations" }\n')
  return join(command, 'dist/main.cjs')
}

test('the process of a stack is started once, before the command knows whether it wants it', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-early-stack-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const work = join(folder, 'work')
  mkdirSync(work)
  writeFileSync(
    join(work, 'one.stack.ts'),
    "export default (s) => s.resource('one', 'null/resource', { value: 'a' })\n",
  )
  const started = join(folder, 'started')
  const noting = join(folder, 'noting.cjs')
  writeFileSync(
    noting,
    `const processes = require('node:child_process')
const { spawn } = processes
processes.spawn = (command, args, options) => {
  const stack = args.findIndex((arg) => arg.endsWith('stack.cjs'))
  if (stack > 0) require('node:fs').appendFileSync(${JSON.stringify(started)}, args[stack + 1] + '\\n')
  return spawn(command, args, options)
}\n`,
  )
  let main = join(dist, 'main.cjs')
  const run = (...args: readonly string[]): readonly [status: number | null, started: number] => {
    writeFileSync(started, '')
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
    const { status } = spawnSync(process.execPath, ['--require', noting, main, ...args], { cwd: work, env })
    const files = readFileSync(started, 'utf8').split('\n').slice(0, -1)
    assert.deepEqual(new Set(files), new Set(files.length === 0 ? [] : [join(work, 'one.stack.ts')]))
    return [status, files.length]
  }
  assert.deepEqual(run('plan', 'one.stack.ts'), [0, 1])
  assert.deepEqual(run('plan'), [0, 1])
  assert.deepEqual(run('plan', 'one.stack.ts', '--no-such-option'), [1, 1])
  assert.deepEqual(run('plan', 'two.stack.ts'), [1, 0])
  assert.deepEqual(run('history', 'one.stack.ts'), [0, 0])
  main = installed(folder)
  assert.deepEqual(run('plan', 'one.stack.ts'), [0, 1])
})
