import { accessSync, constants, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure, messageOf } from '@slipway/model'
import { readCounter, countIn } from '../commits/commit-counter.ts'
import { checkIntegrity, refuseDamagedJournal, versionIn, type DatabaseClass } from '../database.ts'
import { refuseLostCommits } from '../commits/lost-commits.ts'
import { firstThatCounts, migrate, migrations } from '../schema/schema.ts'

/** The present content of a database as the bytes of one file, even during concurrent writes. */
export function imageOf(database: DatabaseSync): Uint8Array {
  const image = database.serialize()
  // Clear the journal mode, so that opening the file creates no side files.
  image[18] = image[19] = 1
  return image
}

/** Loads the state in a named file into memory and migrates it to the present version. Creates no files beside it. */
export function openImage(Database: DatabaseClass, file: string): DatabaseSync {
  const database = new Database(':memory:')
  try {
    database.deserialize(readImage(Database, file))
    migrate(database, migrations)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Reads an image. Fails like opening a state if it is damaged. */
function readImage(Database: DatabaseClass, file: string): Uint8Array {
  const counted = readCounter(file)
  refuseDamagedJournal(file)
  const database = openSource(Database, file)
  try {
    checkIntegrity(database, file)
    const version = versionIn(database, file, migrations)
    refuseLostCommits(file, version < firstThatCounts ? undefined : countIn(file, database), counted)
    return imageOf(database)
  } finally {
    database.close()
  }
}

/** Opens a copied folder with its journal, or a backup, which has none and must get no side files. */
function openSource(Database: DatabaseClass, file: string): DatabaseSync {
  refuseMissing(file)
  const hasJournal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const place = hasJournal ? file : new URL('?immutable=1', pathToFileURL(file))
  return new Database(place, { readOnly: true })
}

function refuseMissing(file: string): void {
  try {
    accessSync(file, constants.R_OK)
    if (statSync(file).isFile()) return
  } catch (error) {
    throw new Failure('state/no-backup', `the backup ${file} cannot be read: ${messageOf(error)}`, {
      hint: 'name a file from slipway state backup',
    })
  }
  throw new Failure('state/no-backup', `${file} is not a file`, {
    hint: 'name a file from slipway state backup',
  })
}
