import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { hasDeadline } from './leave-late.ts'
import type { TestProcess } from './processes.ts'
import type { Selection } from './selection.ts'

/** The file with the times of the last run with these cases, in seconds by entry. */
function timesFile(root: string, cases: Selection['cases']): string {
  return join(root, `node_modules/.cache/test-times-${cases === '' ? 'all' : cases}.json`)
}

/**
 * For a file, on a machine that has measured nothing yet, such as CI's: the first that fits. Tests with programs of other tools take longest,
 * unit tests almost no time. A file that takes a minute must not be the last to begin.
 */
const guesses: readonly (readonly [path: string, seconds: number])[] = [
  ['test/guides/publish-a-plugin.test.ts', 300],
  ['test/published/', 250],
  ['test/scenarios/', 150],
  ['test/simulation/', 100],
  ['test/compared/', 100],
  ['packages/slipway/src/cli/launcher.test.ts', 70],
  ['test/guides/', 35],
  ['packages/installer/src/install/', 20],
  ['packages/operations/src/inline/', 10],
  ['test/interop/', 20],
  ['test/', 15],
  ['examples/', 10],
  ['', 2],
]

function guessOf(file: string): number {
  return guesses.find(([path]) => file.startsWith(path))?.[1] ?? 0
}

function isInterop({ files }: TestProcess): boolean {
  return files.some((file) => file.startsWith('test/interop/'))
}

/** Puts the longest first, so that none of them begins when all others have ended. */
export function longestFirst(
  processes: readonly TestProcess[],
  root: string,
  cases: Selection['cases'],
): readonly TestProcess[] {
  const times = readTimes(timesFile(root, cases))
  const expected = ({ entry, files }: TestProcess): number =>
    times[relative(root, entry)] ?? files.reduce((sum, file) => sum + guessOf(file), 0)
  const sorted = processes.toSorted((one, other) => expected(other) - expected(one))
  return hasDeadline ? interopLast(sorted, root) : sorted
}

/** Puts the tests last that a deadline may cut off: the matrices of other tools. Each commit begins at another place of them. */
function interopLast(processes: readonly TestProcess[], root: string): readonly TestProcess[] {
  const last = processes.filter(isInterop)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const begin = Number.parseInt(commit.slice(0, 8), 16) % Math.max(last.length, 1)
  return [...processes.filter((one) => !isInterop(one)), ...last.slice(begin), ...last.slice(0, begin)]
}

export function recordTimes(seconds: ReadonlyMap<string, number>, root: string, cases: Selection['cases']): void {
  const file = timesFile(root, cases)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readTimes(file), ...Object.fromEntries(seconds) }))
}

function readTimes(file: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
