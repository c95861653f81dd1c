import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { syncDirectory } from '../sync-directory.ts'
import { corrupted } from './errors.ts'
import { findWalDamage } from './wal-check.ts'
import { migrate, refuseNewer, schemaVersion, type Migration } from './schema.ts'

/** How long a statement waits for the transaction of another process, in milliseconds. */
const busyTimeoutMs = 5_000
/** Room that must be there before a run starts: the side files of SQLite and a few hundred records. */
const headroomBytes = 256 * 1024

/** Opens the database for writing, and makes it and its directory when there is none. */
export async function openForWriting(file: string, steps: readonly Migration[]): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  prepareDirectory(dirname(file))
  if (isMissing(file)) create(DatabaseSync, file, steps)
  refuseDamagedJournal(file)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  return closedOnFailure(database, () => {
    const version = checkedVersion(database, file, steps)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304')
    if (version < steps.length) backup(database, file, version)
    if (version < steps.length) migrate(database, steps)
  })
}

/** Opens an existing database for looking at it; `undefined` when there is none, or when it must be migrated first. */
export async function openForReading(file: string, steps: readonly Migration[]): Promise<DatabaseSync | undefined> {
  if (isMissing(file)) return undefined
  const { DatabaseSync } = await import('node:sqlite')
  refuseDamagedJournal(file)
  const database = openReadOnly(DatabaseSync, file)
  let version = 0
  closedOnFailure(database, () => (version = checkedVersion(database, file, steps)))
  if (version === steps.length) return database
  database.close()
  return undefined
}

/** Fails when there is no room to record a run, or no right to: to be asked before anything is done outside. */
export function probeWritable(directory: string): void {
  const file = join(directory, `.probe-${process.pid}`)
  try {
    const descriptor = openSync(file, 'w', 0o600)
    try {
      writeFileSync(descriptor, Buffer.alloc(headroomBytes))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } finally {
    rmSync(file, { force: true })
  }
}

type DatabaseClass = typeof DatabaseSync

/** Made aside and linked into place whole, so that a state file without content is never a new one, but a broken one. */
function create(Database: DatabaseClass, file: string, steps: readonly Migration[]): void {
  const fresh = `${file}.${process.pid}.new`
  try {
    closeSync(openSync(fresh, 'w', 0o600))
    const database = new Database(fresh)
    closedOnFailure(database, () => migrate(database, steps)).close()
    linkSync(fresh, file)
    syncDirectory(dirname(file))
  } catch (error) {
    // Another process was faster; its database is as good.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** A journal alone is no empty state: a new database would take its pages for its own. */
function isMissing(file: string): boolean {
  if (existsSync(file)) return false
  if (existsSync(`${file}-wal`)) throw corrupted(file, ['the file is gone, but its journal (-wal) is still there'])
  return true
}

/** Only its owner may look into it, and git does not. An existing directory keeps its mode: it may be shared on purpose. */
function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const ignore = join(directory, '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { mode: 0o600 })
}

/** In a directory where nothing can be written SQLite cannot make its side files; such a database does not change. */
function openReadOnly(Database: DatabaseClass, file: string): DatabaseSync {
  const database = new Database(file, { timeout: busyTimeoutMs, readOnly: true })
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get()
    return database
  } catch (error) {
    database.close()
    if (existsSync(`${file}-wal`)) throw error
    return new Database(new URL('?immutable=1', pathToFileURL(file)), { readOnly: true })
  }
}

function checkedVersion(database: DatabaseSync, file: string, steps: readonly Migration[]): number {
  checkIntegrity(database, file)
  const version = schemaVersion(database)
  if (version === undefined) throw corrupted(file, ['it is a database, but holds no Slipway state'])
  refuseNewer(file, version, steps.length)
  return version
}

/** Before SQLite gets to see it: opening takes the journal into the file, or throws it away. */
function refuseDamagedJournal(file: string): void {
  const damage = findWalDamage(`${file}-wal`)
  if (damage !== undefined) throw corrupted(file, [damage])
}

/** Reads the whole file, 1.6 ms for 1,000 resources: what the structure hides, such as a lost page, is found here. */
function checkIntegrity(database: DatabaseSync, file: string): void {
  const rows = database.prepare('PRAGMA integrity_check(10)').all()
  const findings = rows.map((row) => String(row['integrity_check']))
  if (findings.length !== 1 || findings[0] !== 'ok') throw corrupted(file, findings)
}

/** A whole copy beside the database before its schema changes; earlier copies are kept. */
function backup(database: DatabaseSync, file: string, version: number): void {
  const name = (number: number): string => `${file}.v${version}${number === 1 ? '' : `-${number}`}.backup`
  let number = 1
  while (existsSync(name(number))) number++
  database.prepare('VACUUM INTO ?').run(name(number))
  chmodSync(name(number), 0o600)
}

function closedOnFailure(database: DatabaseSync, use: () => unknown): DatabaseSync {
  try {
    use()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
