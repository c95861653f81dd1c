import { Failure } from '@slipway/model'
import type { CommitCount } from '../../losses/commit-line.ts'

/** Fails with `state/lost-commits` when the database is behind the count beside it, or is another one. */
export function refuseLostCommits(file: string, held: CommitCount | undefined, counted: CommitCount | undefined): void {
  if (counted === undefined) return
  if (held === undefined) throw lost(file, 'it is from an earlier version of Slipway than the former state')
  if (held.origin !== counted.origin) throw lost(file, 'it is not the former database')
  if (held.count >= counted.count) return
  const missing = counted.count - held.count
  throw lost(
    file,
    `${missing} of the ${counted.count} commits that were recorded ${missing === 1 ? 'is' : 'are'} missing in it`,
  )
}

/** Fails with `state/lost-commits` when there was a database with records in it. */
export function refuseLostDatabase(file: string, counted: CommitCount | undefined): void {
  if (counted === undefined || counted.count === 0) return
  throw lost(file, `the file is gone, with the ${counted.count} commits that were recorded in it`)
}

function lost(file: string, what: string): Failure {
  return new Failure('state/lost-commits', `the state in ${file} is not the last recorded one`, {
    details: [what],
    hint: `nothing was changed; restore the former files (state.db together with its journal, state.db-wal), or a backup with "slipway state restore FILE", or continue with the rest: slipway state accept`,
  })
}
