/** `npm run check`: types, lint, format, unused code, structure, in parallel. Exit code 1 when one of them complains. Takes seconds. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const checks: readonly (readonly [string, readonly string[]])[] = [
  ['tsc', ['--noEmit', '--project', '.']],
  // Checks the code for the browser.
  ['tsc', ['--noEmit', '--project', 'packages/slipway/src/picture']],
  ['oxlint', ['--type-aware']],
  ['oxfmt', ['--check']],
  ['knip', ['--no-progress']],
  ['node', ['--test', '--test-reporter=dot', 'tools/tidy/tidy.test.ts']],
]

/** Runs one check and prints its output when it failed. */
async function passes(command: string, args: readonly string[]): Promise<boolean> {
  const started = performance.now()
  const child = spawn(command === 'node' ? process.execPath : join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      said.push(Buffer.from(`${command} cannot be started: ${error.message}; run npm ci\n`))
      resolve(1)
    })
    child.on('close', resolve)
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${command} ${args.join(' ')} (${seconds} s)`)
  if (status !== 0) process.stdout.write(Buffer.concat(said))
  return status === 0
}

const results = await Promise.all(checks.map(([command, args]) => passes(command, args)))
process.exitCode = results.every(Boolean) ? 0 : 1
