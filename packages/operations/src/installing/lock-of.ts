import { join } from 'node:path'
import { type LockFile, lockFileName, openLock } from '@slipway/installer'
import { isProjectFolder } from '../project/find-program.ts'

/** Returns the lock file of the project in a folder; `undefined` if the folder has no project. Fails like `openLock`. */
export function lockFileOf(
  folder: string,
  { frozen = false }: { readonly frozen?: boolean } = {},
): LockFile | undefined {
  return isProjectFolder(folder) ? openLock(join(folder, lockFileName), { frozen }) : undefined
}
