import { existsSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '@slipway/model'
import type { StoreClock } from '../../lock.ts'
import type { StateContent } from '../../content.ts'
import type { Sealer } from '../../port.ts'
import type { SealedTeam, Team } from '../../seal/team/team.ts'
import { oldForm } from '../../seal/old-form.ts'
import { countAnew, countIn } from '../commits/commit-counter.ts'
import {
  checkIntegrity,
  openReadOnly,
  openWritable,
  prepareDirectory,
  putInPlace,
  refuseDamagedJournal,
  versionIn,
  type DatabaseClass,
} from '../database.ts'
import { storeFailure } from '../folder/errors.ts'
import { isThere } from '../folder/state-folder.ts'
import { Rows } from '../rows/rows.ts'
import { migrations } from '../schema/schema.ts'
import { stateFile } from '../store.ts'
import { releasedLock, setOrigin } from './accept.ts'
import { copyAside, moveAside } from './move-aside.ts'
import { inDatabase } from './change-state.ts'
import { contentIn } from './content.ts'
import { imageOf, openImage } from './image.ts'
import { refuseInUse, type Keeper } from './in-use.ts'
import { inventoryOf, recordTables, type Inventory } from './inventory.ts'
import { sealAnew } from './seal-anew.ts'

export interface RestoreRequest extends Keeper {
  readonly directory: string
  /** A file from `backupState` of this or an earlier version, or the `state.db` of a copied folder. */
  readonly source: string
  /** Opens the secrets of the backup, which must be resealed because they are bound to their old state. */
  readonly sealer: Sealer
  /** Accept secrets of the first form, which are bound to nothing. Default: they fail with `state/old-form`. */
  readonly oldForm?: boolean
}

export interface RestoreReport extends Inventory {
  /** The copies of the previous state. */
  readonly aside: readonly string[]
}

/** The inventory of a backup. Fails like {@link restoreState} if the backup cannot be restored. */
export async function lookIntoBackup(source: string): Promise<Inventory> {
  return await withImage(source, inventoryOf)
}

/**
 * Puts a backup in the place of the state of a directory. A state that can be opened is replaced in one transaction, so
 * that engines which have it open, and wait, see the new one; one that cannot is moved aside first. Either way the former
 * state is kept beside it, and whatever is killed in between, what is found afterwards is the former state, the backup, or
 * a refusal that says so.
 *
 * The state is another one then, so all secrets are sealed anew. Where a key is missing all stay as they are, bound to the state of the backup,
 * whose id is taken over with them.
 *
 * @throws Failure `state/no-backup`, `state/newer-version` when the backup is no whole state, or of a newer Slipway;
 *   `state/old-form`; `state/in-use` while somebody changes an instance
 */
export function restoreState(request: RestoreRequest): Promise<RestoreReport> {
  const { directory, source } = request
  const file = stateFile(directory)
  return withImage(source, (image, Database) => {
    try {
      const inventory = inventoryOf(image)
      if (inventory.unbound > 0 && request.oldForm !== true) throw oldForm(`the secrets in ${source}`)
      prepareDirectory(directory)
      new Rows(image).seals.setRestored()
      const aside = isSound(Database, file)
        ? replaceContent(Database, file, image, request)
        : replaceFile(file, image, request)
      return { ...inventory, aside }
    } catch (error) {
      throw storeFailure(file, error)
    }
  })
}

export interface ContentRequest extends Pick<RestoreRequest, 'source' | 'sealer' | 'oldForm'> {
  /** The state to replace. The secrets are bound to its id and sealed for its recipients. */
  readonly present: SealedPlace
}

interface SealedPlace {
  readonly id: string
  readonly team?: SealedTeam | undefined
}

/**
 * The content of a backup for a state that keeps its own id.
 *
 * @throws Failure like {@link restoreState}; `state/wrong-key` for another state's backup with a missing key
 */
export async function contentOfBackup({
  source,
  sealer,
  oldForm: isTaken,
  present,
}: ContentRequest): Promise<StateContent> {
  return await withImage(source, (image) => {
    if (inventoryOf(image).unbound > 0 && isTaken !== true) throw oldForm(`the secrets in ${source}`)
    const { id } = present
    const team = presentTeam(sealer, { state: id, team: present.team })
    const isSealed = sealAnew(image, sealer, { id, team })
    new Rows(image).seals.setRestored()
    const content = contentIn(image)
    if (isSealed || (content.id === id && present.team === undefined)) return content
    throw new Failure(
      'state/wrong-key',
      'the backup cannot be restored without its key: its secrets are bound to another state',
      {
        hint: 'ask somebody who has the key; "slipway doctor" shows the keys on this machine',
      },
    )
  })
}

/** The present team. A list that was planted or changed without the key is dropped, since it may be the very reason for the restore. */
function presentTeam(
  sealer: Sealer,
  { team, state }: { readonly team?: SealedTeam | undefined; readonly state: string },
): Team | undefined {
  try {
    return team && sealer.openTeam?.(team, state)
  } catch (error) {
    if (error instanceof Failure && ['state/damaged-record', 'state/other-key'].includes(error.code)) return undefined
    throw error
  }
}

async function withImage<Result>(
  source: string,
  use: (image: DatabaseSync, Database: DatabaseClass) => Result,
): Promise<Result> {
  const { DatabaseSync } = await import('node:sqlite')
  const image = imageIn(DatabaseSync, source)
  try {
    return use(image, DatabaseSync)
  } finally {
    image.close()
  }
}

function imageIn(Database: DatabaseClass, source: string): DatabaseSync {
  try {
    return openImage(Database, source)
  } catch (error) {
    const failure = storeFailure(source, error)
    if (!(failure instanceof Failure) || !['state/corrupt', 'state/lost-commits'].includes(failure.code)) throw failure
    throw new Failure('state/no-backup', `${source} is not a complete backup: ${failure.message}`, {
      details: failure.details,
      hint: 'nothing was changed; name another file that slipway state backup has written; to restore a file from slipway state export, use slipway state import',
      cause: error,
    })
  }
}

/** True if SQLite can work with the present state, even if it has lost commits. */
function isSound(Database: DatabaseClass, file: string): boolean {
  try {
    if (!isThere(file)) return false
    refuseDamagedJournal(file)
    const database = openReadOnly(Database, file)
    try {
      checkIntegrity(database, file)
      versionIn(database, file, migrations)
      inventoryOf(database)
      return true
    } finally {
      database.close()
    }
  } catch (error) {
    const failure = storeFailure(file, error)
    if (failure instanceof Failure && failure.code === 'state/corrupt') return false
    throw failure
  }
}

const tables = [...recordTables, 'tallies', 'state', 'marks', 'team', 'recipients'] as const

function replaceContent(
  Database: DatabaseClass,
  file: string,
  image: DatabaseSync,
  request: RestoreRequest,
): readonly string[] {
  return inDatabase(file, openWritable(Database, file, migrations, request), ({ database, transaction }) =>
    transaction((rows) => {
      refuseInUse(rows, request)
      sealAnew(image, request.sealer, { team: presentTeam(request.sealer, rows.seals.get()) })
      const former = copyAside(file, 'replaced', imageOf(database))
      for (const name of rows.locks.instances()) rows.locks.put(name, releasedLock(rows, name, request))
      for (const table of tables) copyTable(table, image, database)
      adoptLocks(rows, new Rows(image), request)
      setOrigin(database)
      return [former]
    }),
  )
}

/** Copies a table in the order of writing, which the history depends on. Keeps the present tallies of locks. */
function copyTable(table: (typeof tables)[number], from: DatabaseSync, to: DatabaseSync): void {
  const only = table === 'tallies' ? "WHERE part <> 'lock'" : ''
  to.exec(`DELETE FROM ${table} ${only}`)
  const columns = from.prepare(`SELECT * FROM ${table}`).columns()
  const order = ['tallies', 'marks', 'recipients'].includes(table) ? '' : 'ORDER BY rowid'
  const put = to.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
  const all = from.prepare(`SELECT * FROM ${table} ${only} ${order}`)
  for (const row of all.iterate()) put.run(...Object.values(row))
}

/** Merges the locks, so that no fence ever goes back. */
function adoptLocks(here: Rows, there: Rows, { clock }: { readonly clock: StoreClock }): void {
  for (const name of there.locks.instances()) here.locks.put(name, releasedLock(here, name, { clock }))
}

/** The count comes last: as long as it is that of the state that was here, nothing is taken for an empty state, or for it. */
function replaceFile(file: string, image: DatabaseSync, { clock, sealer }: RestoreRequest): readonly string[] {
  sealAnew(image, sealer)
  const rows = new Rows(image)
  image.exec('BEGIN')
  rows.begin()
  for (const name of rows.locks.instances()) rows.locks.put(name, releasedLock(rows, name, { clock }))
  setOrigin(image)
  rows.end()
  image.exec('COMMIT')
  const bytes = imageOf(image)
  const former = [file, `${file}-wal`].filter((path) => existsSync(path))
  const aside = former.map((path) => moveAside(path, 'damaged'))
  rmSync(`${file}-shm`, { force: true })
  putInPlace(file, bytes)
  countAnew(file, countIn(file, image))
  return aside
}
