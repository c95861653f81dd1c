import { join } from 'node:path'
import { openChecked } from '../database.ts'
import { migrations } from '../schema/schema.ts'
import { stateFile } from '../store.ts'
import { imageOf } from './image.ts'
import { copyAside } from './move-aside.ts'

/**
 * Keeps what is about to be replaced beside the state, as a new file `<name>.replaced` that only this user may read. Without a
 * text the whole state is kept, as it is. Returns the path.
 */
export async function setAside(directory: string, name: string, text: string | undefined): Promise<string> {
  if (text !== undefined) return copyAside(join(directory, name), 'replaced', Buffer.from(text))
  const { DatabaseSync } = await import('node:sqlite')
  const file = stateFile(directory)
  const { database } = openChecked(DatabaseSync, file, migrations)
  try {
    return copyAside(file, 'replaced', imageOf(database))
  } finally {
    database.close()
  }
}
