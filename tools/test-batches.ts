import { spawnSync } from 'node:child_process'

export interface Batch {
  readonly files: readonly string[]
  /** It is left out when time is up. */
  readonly mayWait: boolean
}

/** `SLIPWAY_TESTS_UNTIL`, in seconds since 1970; the tests themselves do not see it. */
const limit = Number(process.env['SLIPWAY_TESTS_UNTIL'] ?? '')
delete process.env['SLIPWAY_TESTS_UNTIL']

/** What takes longest for each promise that it protects: programs and plugins of other tools, in all their combinations. */
const mayWait = /^test\/interop\//
const batchSize = 4

/**
 * All files at once where there is no limit. Otherwise the interop tests come last, a few at a time, and begin at another place for each commit, so
 * that those that a slow machine does not reach are reached for another commit.
 */
export function batchesOf(files: readonly string[], root: string): readonly Batch[] {
  if (!(limit > 0)) return [{ files, mayWait: false }]
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

/** Whether the time is up. */
export function isLate(): boolean {
  return limit > 0 && Date.now() / 1000 > limit
}

function turned(files: readonly string[], by: number): readonly string[] {
  const begin = files.length === 0 ? 0 : by % files.length
  return [...files.slice(begin), ...files.slice(0, begin)]
}

function numberOfCommit(root: string): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return Number.parseInt(stdout?.slice(0, 8), 16) || 0
}
