import { execFileSync } from 'node:child_process'

export interface Batch {
  readonly files: readonly string[]
  /** It is left out when time is up. */
  readonly mayWait: boolean
}

/** What takes longest for each promise that it protects: programs and plugins of other tools, in all their combinations. */
const mayWait = /^test\/interop\//
const batchSize = 4

/**
 * All files at once where there is no limit. Otherwise the interop tests come last, a few at a time, and begin at another place for each commit, so
 * that those that a slow machine does not reach are reached for another commit.
 */
export function batchesOf(files: readonly string[], root: string): readonly Batch[] {
  if (limit() === undefined) return [{ files, mayWait: false }]
  const first = files.filter((file) => !mayWait.test(file))
  const last = turned(
    files.filter((file) => mayWait.test(file)),
    numberOfCommit(root),
  )
  const batches: Batch[] = first.length > 0 ? [{ files: first, mayWait: false }] : []
  for (let begin = 0; begin < last.length; begin += batchSize)
    batches.push({ files: last.slice(begin, begin + batchSize), mayWait: true })
  return batches
}

/** Whether `SLIPWAY_TESTS_UNTIL` (seconds since 1970) is over. */
export function isLate(): boolean {
  return Date.now() / 1000 > (limit() ?? Infinity)
}

function limit(): number | undefined {
  const until = Number(process.env['SLIPWAY_TESTS_UNTIL'] ?? '')
  return until > 0 ? until : undefined
}

function turned(files: readonly string[], by: number): readonly string[] {
  const begin = files.length === 0 ? 0 : by % files.length
  return [...files.slice(begin), ...files.slice(0, begin)]
}

function numberOfCommit(root: string): number {
  return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 8), 16)
}
