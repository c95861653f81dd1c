import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { refuseUnsafe } from '@slipway/stores/sqlite'
import { existingPart, type Folders } from './folders.ts'

/**
 * The folders of a command that only looks. Where the state cannot be written (a checkout that is read-only), or is not ours, what plugins
 * leave while they run goes into the user's cache: checking a blueprint and planning need nothing else written.
 */
export function readOnlyFolders(folders: Folders): Folders {
  if (isOurs(folders.state)) return folders
  const folder = join(folders.cache, 'looking', createHash('sha256').update(folders.state).digest('hex').slice(0, 16))
  return { ...folders, logs: join(folder, 'logs'), runtime: join(folder, 'run') }
}

/** Whether a folder can be written, or made, and nobody else decides what lies there. */
function isOurs(folder: string): boolean {
  try {
    refuseUnsafe(folder)
    accessSync(existingPart(folder), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
