import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { countAnew, countIn } from '../commits/commit-counter.ts'
import { isMissing, openForWriting } from '../database.ts'
import { storeFailure } from '../folder/errors.ts'
import type { HolderCheck } from '../folder/refuse-while-held.ts'
import { Rows } from '../rows/rows.ts'
import { migrations } from '../schema/schema.ts'
import { stateFile } from '../store.ts'

/** A state that is open to be changed as a whole. */
export interface StateInChange {
  readonly database: DatabaseSync
  /** Commits all of the work, or none of it. */
  readonly transaction: <Result>(work: (rows: Rows) => Result) => Result
}

/** Opens the state of a directory, does the work, and closes the state. Fails with `state/no-state` if there is none. */
export async function changeState<Result>(
  directory: string,
  check: HolderCheck,
  work: (change: StateInChange) => Result,
): Promise<Result> {
  const file = stateFile(directory)
  try {
    if (isMissing(file)) throw noState(directory)
    return inDatabase(file, await openForWriting(file, migrations, check), work)
  } catch (error) {
    throw storeFailure(file, error)
  }
}

/** Does the same with an open database, which is closed afterwards. */
export function inDatabase<Result>(
  file: string,
  database: DatabaseSync,
  work: (change: StateInChange) => Result,
): Result {
  try {
    const rows = new Rows(database)
    return work({ database, transaction: (step) => inTransaction(file, database, rows, step) })
  } finally {
    database.close()
  }
}

export function noState(directory: string): Failure {
  return new Failure('state/no-state', `there is no state in ${directory}`, { hint: 'slipway up makes one' })
}

function inTransaction<Result>(file: string, database: DatabaseSync, rows: Rows, step: (rows: Rows) => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    rows.begin()
    const result = step(rows)
    rows.end()
    database.exec('COMMIT')
    // Writes the count that is on the disk now, even if the origin has changed.
    countAnew(file, countIn(file, database))
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
