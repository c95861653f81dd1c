import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { countAnew, countIn } from '../commit-counter.ts'
import { isMissing, openForWriting } from '../database.ts'
import { storeFailure } from '../errors.ts'
import type { HolderCheck } from '../refuse-while-held.ts'
import { Rows } from '../rows.ts'
import { migrations } from '../schema.ts'
import { stateFile } from '../store.ts'

/** A state that is open for being changed as a whole. */
export interface StateInChange {
  readonly database: DatabaseSync
  /** All of the work is committed, or none of it. */
  readonly transaction: <Result>(work: (rows: Rows) => Result) => Result
}

/** Opens the state of a directory, does the work, closes it. Fails with `state/no-state` where there is none. */
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

/** The same with a database that is open; it is closed afterwards. */
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
    // Says the count that is on the disk now, also where the origin has changed.
    countAnew(file, countIn(file, database))
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
