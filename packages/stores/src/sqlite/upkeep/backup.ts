import { dirname } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import type { StateContent } from '../../content.ts'
import { syncDirectory } from '../../sync-directory.ts'
import { isMissing, openChecked } from '../database.ts'
import { storeFailure } from '../folder/errors.ts'
import { isTaken, writeNewFile } from '../folder/new-file.ts'
import { migrations } from '../schema/schema.ts'
import { stateFile } from '../store.ts'
import { noState } from './change-state.ts'
import { fillDatabase } from './content.ts'
import { imageOf } from './image.ts'
import { inventoryOf, type Inventory } from './inventory.ts'

/**
 * Copies the state of a directory into a file that is not there yet, as it is at one moment, also while others write.
 * Secrets stay sealed. Tells what the copy holds.
 *
 * @throws Failure `state/no-state`, `state/backup-exists`, `state/backup-unwritable`, or as opening the state fails
 */
export async function backupState(directory: string, target: string): Promise<Inventory> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = stateFile(directory)
  try {
    if (isMissing(file)) throw noState(directory)
    const { database } = openChecked(DatabaseSync, file, migrations)
    try {
      database.exec('BEGIN')
      const inventory = inventoryOf(database)
      write(target, imageOf(database))
      return inventory
    } finally {
      database.close()
    }
  } catch (error) {
    throw storeFailure(file, error)
  }
}

/** Does the same for a state elsewhere: all backups have the same form. */
export async function backupContent(content: StateContent, target: string): Promise<Inventory> {
  const { DatabaseSync } = await import('node:sqlite')
  const image = new DatabaseSync(':memory:')
  try {
    fillDatabase(image, content)
    write(target, imageOf(image))
    return inventoryOf(image)
  } finally {
    image.close()
  }
}

function write(target: string, image: Uint8Array): void {
  try {
    writeNewFile(target, image)
    syncDirectory(dirname(target))
  } catch (error) {
    if (isTaken(error))
      throw new Failure('state/backup-exists', `${target} already exists`, {
        hint: 'name a new file',
        cause: error,
      })
    throw new Failure('state/backup-unwritable', `the backup cannot be written to ${target}: ${messageOf(error)}`, {
      hint: 'name a file in a writable folder with enough room',
      cause: error,
    })
  }
}
