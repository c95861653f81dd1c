import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { refuseUnsafe } from '@slipway/stores/sqlite'
import { existingPart, type Folders } from './folders.ts'

/**
 * Returns the folders of a read-only command. If the state's folder is unwritable, as in a read-only checkout, or belongs to another user, plugins'
 * logs and runtime files go to the user's cache. Checks and plans need to write nothing else.
 */
export function readOnlyFolders(folders: Folders): Folders {
  if (isOurs(folders.state)) return folders
  const folder = join(folders.cache, 'looking', createHash('sha256').update(folders.state).digest('hex').slice(0, 16))
  return { ...folders, logs: join(folder, 'logs'), runtime: join(folder, 'run') }
}

/** True if a folder can be written or created, and no other user controls its content. */
function isOurs(folder: string): boolean {
  try {
    refuseUnsafe(folder)
    accessSync(existingPart(folder), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
