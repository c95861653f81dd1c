import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isOfRest } from '../../test/cases.ts'
import { changedFiles } from './changed-files.ts'
import { testsReachedBy } from './reach.ts'

export interface Selection {
  /** Relative to the root. */
  readonly files: readonly string[]
  /** The cases to run, in files that use test/cases.ts. */
  readonly cases: 'first' | 'others' | ''
  /** Whether what fails gets a second go. */
  readonly again: boolean
  /** The message before the tests; '' for none. */
  readonly said: string
  /** The message where no file is chosen, and whether that is allowed. */
  readonly none: string
  readonly mayBeNone: boolean
}

const everywhere = ['test', 'examples', 'plugins', 'packages', 'tools']

/** Chooses the test files, by the arguments of the command line. */
export function chooseTests(given: readonly string[], root: string): Selection {
  const changed = given.find((arg) => arg === '--changed' || arg.startsWith('--changed='))
  const { values, positionals } = parseArgs({
    args: given.filter((arg) => arg !== changed),
    options: { rest: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const below = positionals.length > 0 ? positionals : everywhere
  const found = below.flatMap((folder) => testsBelow(folder, root))
  const { again } = values
  const cases = values.rest ? 'others' : positionals.length > 0 ? '' : 'first'
  const files = [...new Set(found)].filter((file) => runsIn(cases, readFileSync(join(root, file), 'utf8')))
  const none = `no *.test.ts below ${below.join(', ')}`
  if (changed === undefined) return { files, cases, again, said: '', none, mayBeNone: values.rest }
  const { since, names } = changedFiles(root, changed.slice('--changed='.length))
  const reached = testsReachedBy(names, files, root)
  const what = `${names.length} files have changed since ${since}`
  return {
    files: reached,
    cases,
    again,
    said: `${what}: ${reached.length} of ${files.length} test files can see that.`,
    none: `${what}: no test can see that.`,
    mayBeNone: true,
  }
}

/** Builds, the tests of the projects that `slipway new` writes, which run in such a project, and those that `npm run check` runs. */
const notOurs = ['**/node_modules/**', '**/dist/**', 'examples/new/**', 'tools/tidy/**']

function testsBelow(folder: string, root: string): readonly string[] {
  if (folder.endsWith('.ts')) return [folder]
  return globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: notOurs }).sort()
}

/**
 * The one rule about what `npm test` leaves to `test:rest`: a whole file that begins with `// test:rest` and the reason, and all but the
 * first case of a file with many cases of one kind (test/cases.ts).
 */
function runsIn(cases: Selection['cases'], text: string): boolean {
  const hasMoreCases = /from '[^']*\/(cases|needs)\.ts'/.test(text)
  return cases === '' || isOfRest(text) === (cases === 'others') || (cases === 'others' && hasMoreCases)
}
