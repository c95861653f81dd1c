/**
 * Loaded before each test file: an interop test that begins after `SLIPWAY_TESTS_UNTIL` (seconds since 1970) ends at once, and is named at the
 * end of the run. CI has half an hour for a run; another commit begins with other interop tests (`order.ts`).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const folder = join(import.meta.dirname, '../../node_modules/.cache/tests/late')

export const hasDeadline = process.env['SLIPWAY_TESTS_UNTIL'] !== undefined

/** The runner's message; '' if every file has run. */
export function saidOfLate(root: string): string {
  try {
    const all = readdirSync(folder).map((name) => relative(root, readFileSync(join(folder, name), 'utf8')))
    // Tests of this file leave some of other folders.
    const names = all.filter((name) => !name.startsWith('..'))
    if (names.length === 0) return ''
    return `${names.length} test files have not run, for want of time:\n${names.map((name) => `  ${name}\n`).join('')}`
  } catch {
    return ''
  }
}

if (process.env['NODE_TEST_CONTEXT'] !== undefined) {
  const until = Number(process.env['SLIPWAY_TESTS_UNTIL'])
  // The product has settings that are called so, and refuses one that it does not know.
  delete process.env['SLIPWAY_TESTS_UNTIL']
  const file = process.argv[1] ?? ''
  if (Date.now() / 1000 > until && file.includes('/test/interop/')) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, String(process.pid)), file)
    process.exit(0)
  }
}
