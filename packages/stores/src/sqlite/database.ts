import { existsSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { movedState, movedVersion } from '../content.ts'
import { syncDirectory } from '../sync-directory.ts'
import { countIn, readCounter } from './commits/commit-counter.ts'
import { corrupted, isDenied, unreadableJournal } from './folder/errors.ts'
import { openToGroup } from './folder/group-folder.ts'
import { refuseWhileHeld, type HolderCheck } from './folder/refuse-while-held.ts'
import { freshName, isTaken, writeNewFile } from './folder/new-file.ts'
import { refuseLostCommits, refuseLostDatabase } from './commits/lost-commits.ts'
import { isThere, makeDirectory } from './folder/state-folder.ts'
import { findWalDamage } from './commits/wal-check.ts'
import { firstThatCounts, migrate, movedIn, refuseNewer, schemaVersion, type Migration } from './schema/schema.ts'

/** Time for a statement to wait for another process's transaction, in milliseconds. */
const busyTimeoutMs = 5_000

/** Opens the database for writing. Creates it and its directory if missing. */
export async function openForWriting(
  file: string,
  steps: readonly Migration[],
  check: HolderCheck,
): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const isNew = isMissing(file)
  prepareDirectory(dirname(file))
  if (isNew) create(DatabaseSync, file, steps)
  // Check through a read-only connection first: even closing a writable database merges or discards its journal.
  const checked = openChecked(DatabaseSync, file, steps)
  try {
    return openWritable(DatabaseSync, file, steps, check)
  } finally {
    checked.database.close()
  }
}

/** Opens an existing database for reading; `undefined` if there is none, or if it must be migrated first. */
export async function openForReading(file: string, steps: readonly Migration[]): Promise<DatabaseSync | undefined> {
  if (isMissing(file)) return undefined
  const { DatabaseSync } = await import('node:sqlite')
  const { database, version } = openChecked(DatabaseSync, file, steps)
  if (version === steps.length) return database
  database.close()
  return undefined
}

export type DatabaseClass = typeof DatabaseSync

/** Opens a database and migrates it to the present version, without a check for losses. */
export function openWritable(
  Database: DatabaseClass,
  file: string,
  steps: readonly Migration[],
  check: HolderCheck,
): DatabaseSync {
  const database = new Database(file, { timeout: busyTimeoutMs })
  return closedOnFailure(database, () => {
    const version = versionIn(database, file, steps)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304')
    if (version === steps.length) return
    refuseWhileHeld(database, check)
    backup(database, file, version)
    migrate(database, steps, check)
  })
}

/** Opens a database read-only. In an unwritable directory SQLite cannot create its side files, but such a database does not change. */
export function openReadOnly(Database: DatabaseClass, file: string): DatabaseSync {
  const database = new Database(file, { timeout: busyTimeoutMs, readOnly: true })
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get()
    return database
  } catch (error) {
    database.close()
    if (!isDenied(error)) throw error
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw unreadableJournal(file, error)
    return new Database(new URL('?immutable=1', pathToFileURL(file)), { readOnly: true })
  }
}

/** Checks the whole file, in 1.6 ms for 1,000 resources. Finds hidden damage, such as a lost page. */
export function checkIntegrity(database: DatabaseSync, file: string): void {
  const rows = database.prepare('PRAGMA integrity_check(10)').all()
  const findings = rows.map((row) => String(row['integrity_check']))
  if (findings.length !== 1 || findings[0] !== 'ok') throw corrupted(file, findings)
}

/** The version of the state. Fails for a foreign database or a newer state. */
export function versionIn(database: DatabaseSync, file: string, steps: readonly Migration[]): number {
  const version = schemaVersion(database)
  if (version === undefined) throw corrupted(file, ['it is a database, but holds no Slipway state'])
  if (version === movedVersion) throw movedState(dirname(file), movedIn(database))
  refuseNewer(file, version, steps.length)
  return version
}

/** Uses a database, and closes it on failure. */
function closedOnFailure(database: DatabaseSync, use: () => unknown): DatabaseSync {
  try {
    use()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

export interface Checked {
  readonly database: DatabaseSync
  readonly version: number
}

/** Opens a database for reading and checks that it is intact, has a known version and has lost no commits. */
export function openChecked(Database: DatabaseClass, file: string, steps: readonly Migration[]): Checked {
  // Read the count before the database: an active engine may commit in between.
  const counted = readCounter(file)
  refuseDamagedJournal(file)
  const database = openReadOnly(Database, file)
  let version = 0
  closedOnFailure(database, () => {
    checkIntegrity(database, file)
    version = versionIn(database, file, steps)
    refuseLostCommits(file, version < firstThatCounts ? undefined : countIn(file, database), counted)
  })
  return { database, version }
}

function create(Database: DatabaseClass, file: string, steps: readonly Migration[]): void {
  const database = new Database(':memory:')
  try {
    migrate(database, steps)
    putInPlace(file, withJournal(database.serialize()))
  } finally {
    database.close()
  }
}

/**
 * Sets the journal mode (WAL) in the header from the start. SQLite does not wait when it changes the mode, so one of two processes that
 * open a new state at once would get a "locked" error.
 *
 * @see https://www.sqlite.org/fileformat2.html#file_format_version_numbers
 */
function withJournal(bytes: Uint8Array): Uint8Array {
  bytes.set([2, 2], 18)
  return bytes
}

/** Writes a file aside and links it into place atomically, so that an empty state file is always a broken one, never a new one. */
export function putInPlace(file: string, bytes: Uint8Array): void {
  const fresh = freshName(file)
  try {
    writeNewFile(fresh, bytes)
    openToGroup(fresh)
    linkSync(fresh, file)
    syncDirectory(dirname(file))
  } catch (error) {
    // Another process was faster; use its database.
    if (!isTaken(error)) throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** True if there is no database. Remains of one do not count as empty: a new database would adopt the pages of the old journal. */
export function isMissing(file: string): boolean {
  // Check these before the file: another engine may be creating it.
  const [counted, hasJournal] = [readCounter(file), existsSync(`${file}-wal`)]
  if (isThere(file)) return false
  refuseLostDatabase(file, counted)
  if (hasJournal) throw corrupted(file, ['the file is gone, but its journal (-wal) is still there'])
  return true
}

/**
 * Creates the directory if missing, readable only for its owner and ignored by git. An existing directory keeps its mode, because it may be
 * shared on purpose.
 */
export function prepareDirectory(directory: string): void {
  makeDirectory(directory)
  const ignore = join(directory, '.gitignore')
  if (existsSync(ignore)) return
  try {
    writeFileSync(ignore, '*\n', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

/** Checks the journal before SQLite opens the database, because opening merges or discards it. */
export function refuseDamagedJournal(file: string): void {
  const damage = findWalDamage(`${file}-wal`)
  if (damage !== undefined) throw corrupted(file, [damage])
}

/** A whole copy beside the database before its schema changes; earlier copies are kept. */
function backup(database: DatabaseSync, file: string, version: number): void {
  const bytes = database.serialize()
  for (let number = 1; ; number++) {
    try {
      return writeNewFile(`${file}.v${version}${number === 1 ? '' : `-${number}`}.backup`, bytes)
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
}
