import { existsSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { movedState, movedVersion } from '../content.ts'
import { syncDirectory } from '../sync-directory.ts'
import { countIn, readCounter } from './commit-counter.ts'
import { corrupted, isDenied, unreadableJournal } from './errors.ts'
import { openToGroup } from './group-folder.ts'
import { refuseWhileHeld, type HolderCheck } from './refuse-while-held.ts'
import { freshName, isTaken, writeNewFile } from './new-file.ts'
import { refuseLostCommits, refuseLostDatabase } from './lost-commits.ts'
import { isThere, makeDirectory } from './state-folder.ts'
import { findWalDamage } from './wal-check.ts'
import { firstThatCounts, migrate, movedIn, refuseNewer, schemaVersion, type Migration } from './schema.ts'

/** How long a statement waits for the transaction of another process, in milliseconds. */
const busyTimeoutMs = 5_000

/** Opens the database for writing, and makes it and its directory when there is none. */
export async function openForWriting(
  file: string,
  steps: readonly Migration[],
  check: HolderCheck,
): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const isNew = isMissing(file)
  prepareDirectory(dirname(file))
  if (isNew) create(DatabaseSync, file, steps)
  // Looked at first by who can change nothing: even closing a database takes in its journal, or throws it away.
  const checked = openChecked(DatabaseSync, file, steps)
  try {
    return openWritable(DatabaseSync, file, steps, check)
  } finally {
    checked.database.close()
  }
}

/** Opens an existing database for looking at it; `undefined` when there is none, or when it must be migrated first. */
export async function openForReading(file: string, steps: readonly Migration[]): Promise<DatabaseSync | undefined> {
  if (isMissing(file)) return undefined
  const { DatabaseSync } = await import('node:sqlite')
  const { database, version } = openChecked(DatabaseSync, file, steps)
  if (version === steps.length) return database
  database.close()
  return undefined
}

export type DatabaseClass = typeof DatabaseSync

/** Without asking whether it has lost something; brings it to the present version. */
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

/** In a directory where nothing can be written SQLite cannot make its side files; such a database does not change. */
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

/** Reads the whole file, 1.6 ms for 1,000 resources: what the structure hides, such as a lost page, is found here. */
export function checkIntegrity(database: DatabaseSync, file: string): void {
  const rows = database.prepare('PRAGMA integrity_check(10)').all()
  const findings = rows.map((row) => String(row['integrity_check']))
  if (findings.length !== 1 || findings[0] !== 'ok') throw corrupted(file, findings)
}

/** Fails when it is no state of ours, or a newer one. */
export function versionIn(database: DatabaseSync, file: string, steps: readonly Migration[]): number {
  const version = schemaVersion(database)
  if (version === undefined) throw corrupted(file, ['it is a database, but holds no Slipway state'])
  if (version === movedVersion) throw movedState(dirname(file), movedIn(database))
  refuseNewer(file, version, steps.length)
  return version
}

/** Closes it when the use of it fails. */
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

/** Open for reading, whole, of a version that is known, and with all that was committed. */
export function openChecked(Database: DatabaseClass, file: string, steps: readonly Migration[]): Checked {
  // Before the database: an engine that is at work may commit in between.
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
 * Says in the header that it has a journal (WAL) from the start: SQLite waits for nobody while it changes that, and of two processes that
 * open a new state at once one would be told that it is locked.
 *
 * @see https://www.sqlite.org/fileformat2.html#file_format_version_numbers
 */
function withJournal(bytes: Uint8Array): Uint8Array {
  bytes.set([2, 2], 18)
  return bytes
}

/** Made aside and linked into place whole, so that a state file without content is never a new one, but a broken one. */
export function putInPlace(file: string, bytes: Uint8Array): void {
  const fresh = freshName(file)
  try {
    writeNewFile(fresh, bytes)
    openToGroup(fresh)
    linkSync(fresh, file)
    syncDirectory(dirname(file))
  } catch (error) {
    // Another process was faster; its database is as good.
    if (!isTaken(error)) throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Leftovers of a database are no empty state: a new one would take the pages of the journal for its own. */
export function isMissing(file: string): boolean {
  // Before the file: another engine may be making it.
  const [counted, hasJournal] = [readCounter(file), existsSync(`${file}-wal`)]
  if (isThere(file)) return false
  refuseLostDatabase(file, counted)
  if (hasJournal) throw corrupted(file, ['the file is gone, but its journal (-wal) is still there'])
  return true
}

/**
 * Makes it when it is not there. Only its owner may look into it, and git does not. An existing directory keeps its mode: it
 * may be shared on purpose.
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

/** Before SQLite gets to see it: opening takes the journal into the file, or throws it away. */
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
