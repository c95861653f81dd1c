import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import { countIn, readCounter } from '../commits/commit-counter.ts'
import { checkIntegrity, openReadOnly, versionIn } from '../database.ts'
import { storeFailure } from '../folder/errors.ts'
import { lostAmong, pastRuns } from '../../losses/lost-rows.ts'
import { refuseLostCommits, refuseLostDatabase } from '../commits/lost-commits.ts'
import { isThere } from '../folder/state-folder.ts'
import { Rows, stateTables, type KeptRow } from '../rows/rows.ts'
import { firstThatCounts, migrations } from '../schema/schema.ts'
import { stateFile } from '../store.ts'
import { findWalDamage } from '../commits/wal-check.ts'

/**
 * Sentences about lost records of a directory's state; empty if no loss is known. Changes nothing.
 *
 * @throws Failure `state/corrupt` for an untrustworthy file
 */
export async function lossesOf(directory: string): Promise<readonly string[]> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = stateFile(directory)
  try {
    const counted = readCounter(file)
    if (!isThere(file)) return [...saidBy(() => refuseLostDatabase(file, counted)), ...uselessJournal(file)]
    const database = openReadOnly(DatabaseSync, file)
    try {
      checkIntegrity(database, file)
      const version = versionIn(database, file, migrations)
      const held = version < firstThatCounts ? undefined : countIn(file, database)
      const journal = findWalDamage(`${file}-wal`)
      return [
        ...(journal === undefined ? [] : [journal]),
        ...saidBy(() => refuseLostCommits(file, held, counted)),
        // Opening migrates an earlier version first.
        ...(version === migrations.length ? lostRows(database) : []),
      ]
    } finally {
      database.close()
    }
  } catch (error) {
    throw storeFailure(file, error)
  }
}

/** Names of all instances with present or missing records. */
export function instanceNames(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare(
      `SELECT name FROM instances UNION SELECT instance FROM resources UNION SELECT instance FROM intents
       UNION SELECT instance FROM tasks UNION SELECT instance FROM links
       UNION SELECT instance FROM children UNION SELECT instance FROM tallies ORDER BY 1`,
    )
    .all()
  return rows.map((row) => String(row['name']))
}

/** True if an instance has or should have records but lacks its own. */
export function lacksOwnRecord(rows: Rows, name: string): boolean {
  if (rows.instance(name) !== undefined) return false
  return recordsOf(rows, name).length > 0 || (rows.tally(name, 'records')?.rows ?? 0) > 0
}

function uselessJournal(file: string): readonly string[] {
  return existsSync(`${file}-wal`) ? ['its journal (-wal) is there, but is useless without it'] : []
}

function lostRows(database: DatabaseSync): readonly string[] {
  const rows = new Rows(database)
  return instanceNames(database).flatMap((name) => lossesOfInstance(rows, name).map((loss) => `${name}: ${loss}`))
}

function lossesOfInstance(rows: Rows, name: string): readonly string[] {
  const lost = lostAmong(recordsOf(rows, name), rows.tally(name, 'records'))
  const runs = (rows.tally(name, 'runs')?.rows ?? 0) - rows.runTallyOf(name).rows
  const lock = rows.locks.get(name)
  return [
    lacksOwnRecord(rows, name) ? 'the record of the instance itself is gone' : undefined,
    lost,
    runs > 0 ? `${pastRuns(runs)} gone from its history` : undefined,
    'damage' in lock ? `its lock is damaged: ${lock.damage}` : undefined,
  ].filter((loss) => loss !== undefined)
}

function recordsOf(rows: Rows, name: string): readonly KeptRow[] {
  const own = rows.instance(name)
  const others = stateTables.flatMap((table) => rows.all(table, name))
  return own === undefined ? others : [own, ...others]
}

/** The sentences of a refusal. */
function saidBy(check: () => void): readonly string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof Failure && error.code === 'state/lost-commits') return error.details
    throw error
  }
}
