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

/** On a machine that has measured nothing yet: tests with programs of other tools take longest, unit tests hardly anything. */
const guesses: readonly (readonly [folder: string, seconds: number])[] = [
  ['test/interop/', 30],
  ['test/', 20],
  ['examples/', 10],
  ['', 5],
]

/** The longest first, so that none of them begins when all others have ended. */
export function longestFirst(
  processes: readonly TestProcess[],
  root: string,
  cases: Selection['cases'],
): readonly TestProcess[] {
  const times = readTimes(timesFile(root, cases))
  const expected = ({ entry }: TestProcess): number => {
    const name = relative(root, entry)
    return times[name] ?? guesses.find(([folder]) => name.startsWith(folder))?.[1] ?? 0
  }
  const sorted = processes.toSorted((one, other) => expected(other) - expected(one))
  return hasDeadline ? interopLast(sorted, root) : sorted
}

/** Puts the tests last that a deadline may cut off: the matrices of other tools. Each commit begins at another place of them. */
function interopLast(processes: readonly TestProcess[], root: string): readonly TestProcess[] {
  const isInterop = ({ entry }: TestProcess): boolean => relative(root, entry).startsWith('test/interop/')
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
