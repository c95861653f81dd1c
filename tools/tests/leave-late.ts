/**
 * Loaded before each test file: an interop test that begins after `SLIPWAY_TESTS_UNTIL` (seconds since 1970) ends at once, and is named at the
 * end of the run. CI has 25 minutes for a run; another commit begins with other interop tests (`order.ts`).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(import.meta.dirname, '../../node_modules/.cache/tests/late')

export const hasDeadline = process.env['SLIPWAY_TESTS_UNTIL'] !== undefined

/** The runner's message; '' if every file has run. */
export function saidOfLate(root: string): string {
  try {
    const all = readdirSync(folder).map((name) => relative(root, readFileSync(join(folder, name), 'utf8')))
    // Tests of this file leave out files of other folders.
    const names = all.filter((name) => !name.startsWith('..'))
    if (names.length === 0) return ''
    return `${names.length} test files have not run, for want of time:\n${names.map((name) => `  ${name}\n`).join('')}`
  } catch {
    return ''
  }
}

if (process.env['NODE_TEST_CONTEXT'] !== undefined) {
  const until = Number(process.env['SLIPWAY_TESTS_UNTIL'])
  // The product reads settings that begin like this one, and refuses a setting that it does not know.
  delete process.env['SLIPWAY_TESTS_UNTIL']
  const interop = filesOf(process.argv[1] ?? '').filter((file) => file.includes('/test/interop/'))
  if (Date.now() / 1000 > until && interop.length > 0) {
    mkdirSync(folder, { recursive: true })
    for (const file of interop) writeFileSync(join(folder, `${process.pid}-${basename(file)}`), file)
    process.exit(0)
  }
}

/** The test files of this process: the runner may have it import several, of one folder (`processes.ts`). */
function filesOf(entry: string): readonly string[] {
  if (!entry.endsWith('.mjs')) return [entry]
  return Array.from(readFileSync(entry, 'utf8').matchAll(/'(file:.*)'/g), ([, url = '']) => fileURLToPath(url))
}
