import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { buildSync } from 'esbuild'
import type { Ordered } from './call.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipway-killed-program-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const program = join(folder, 'call.mjs')
buildSync({
  entryPoints: [join(import.meta.dirname, 'call.ts')],
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  outfile: program,
  logLevel: 'error',
})

/** Makes a call in a process that dies in the middle of it. Returns true when the call ended before that; fails when the call failed. */
export async function killedIn(ordered: Ordered): Promise<boolean> {
  const child = spawn(process.execPath, [program, JSON.stringify(ordered)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
  })
  const [output, [code, signal]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')])
  if (signal !== 'SIGKILL') throw new Error(`the call failed: exit code ${String(code)}, signal ${String(signal)}`)
  return Buffer.concat(output as Buffer[]).toString() === 'done'
}
