import { Failure } from '@slipway/model'
import type { CommitCount } from '../commit-line.ts'

/** Fails with `state/lost-commits` when the database is behind what was counted beside it, or is another one. */
export function refuseLostCommits(file: string, held: CommitCount | undefined, counted: CommitCount | undefined): void {
  if (counted === undefined) return
  if (held === undefined) throw lost(file, 'it is of an earlier version of Slipway than the state that was here')
  if (held.origin !== counted.origin) throw lost(file, 'it is not the database that was here')
  if (held.count >= counted.count) return
  const missing = counted.count - held.count
  throw lost(
    file,
    `${missing} of the ${counted.count} commits that were recorded ${missing === 1 ? 'is' : 'are'} missing in it`,
  )
}

/** Fails with `state/lost-commits` when there was a database that has recorded something. */
export function refuseLostDatabase(file: string, counted: CommitCount | undefined): void {
  if (counted === undefined || counted.count === 0) return
  throw lost(file, `the file is gone, with the ${counted.count} commits that were recorded in it`)
}

function lost(file: string, what: string): Failure {
  return new Failure('state/lost-commits', `the state in ${file} is not the one that was recorded last`, {
    details: [what],
    hint: `nothing was changed; put back the files that were here (state.db together with its journal, state.db-wal), or a backup with "slipway state restore FILE", or go on with what is there: slipway state accept`,
  })
}
