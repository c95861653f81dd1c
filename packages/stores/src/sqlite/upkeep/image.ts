import { accessSync, constants, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure, messageOf } from '@slipway/model'
import { readCounter, countIn } from '../commit-counter.ts'
import { checkIntegrity, refuseDamagedJournal, versionIn, type DatabaseClass } from '../database.ts'
import { refuseLostCommits } from '../lost-commits.ts'
import { firstThatCounts, migrate, migrations } from '../schema.ts'

/** A whole database as the bytes of one file, as it is at this moment, whoever writes into it. */
export function imageOf(database: DatabaseSync): Uint8Array {
  const image = database.serialize()
  // Without a journal of its own, so that looking at the file makes no other files beside it.
  image[18] = image[19] = 1
  return image
}

/** The state in a file that a user names, in memory and of the present version. Changes nothing beside the file. */
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

/** Fails as opening a state does, when it is not whole. */
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

/** A copy of a whole folder may have a journal; a backup has none, and nothing must be made beside it. */
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
      hint: 'name a file that slipway state backup has written',
    })
  }
  throw new Failure('state/no-backup', `${file} is not a file`, {
    hint: 'name a file that slipway state backup has written',
  })
}
