import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { TestProcess } from './processes.ts'

/** Where the times of the last run lie, by entry; one file for what every kind of run has measured. */
function timesFile(root: string): string {
  return join(root, 'node_modules/.cache/tests-times.json')
}

/** On a machine that has measured nothing yet: tests with programs of other tools take longest, unit tests hardly anything. */
const guesses: readonly (readonly [folder: string, seconds: number])[] = [
  ['test/interop/', 30],
  ['test/', 20],
  ['examples/', 10],
  ['', 5],
]

/** The longest first, so that none of them begins when all others have ended. */
export function longestFirst(processes: readonly TestProcess[], root: string): readonly TestProcess[] {
  const times = readTimes(root)
  const expected = ({ entry }: TestProcess): number => {
    const name = relative(root, entry)
    return times[name] ?? guesses.find(([folder]) => name.startsWith(folder))?.[1] ?? 0
  }
  return processes.toSorted((one, other) => expected(other) - expected(one))
}

export function recordTimes(seconds: ReadonlyMap<string, number>, root: string): void {
  const file = timesFile(root)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readTimes(root), ...Object.fromEntries(seconds) }))
}

function readTimes(root: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(timesFile(root), 'utf8'))
  } catch {
    return {}
  }
}
