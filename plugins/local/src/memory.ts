import { mkdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, missing, unless } from './files/system-error.ts'
import { type CallVariables, stateDirOf } from './call-folders.ts'

/* The plugin's notes about resources lie below the engine's state, in a folder for each kind. The folder is removed with the last note of its kind. */

/** @param kind `processes`, `commands`, … */
export function memoryOf(call: CallVariables, kind: string, key: string): string {
  return join(stateDirOf(call), kind, encodeURIComponent(key).replaceAll('.', '%2E'))
}

/** Calls `write` while the folder for the kind exists, even if another call removes the last of its kind at this moment. */
export async function remember<T>(memory: string, write: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    await mkdir(dirname(memory), { recursive: true, mode: 0o700 })
    try {
      return await write()
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT' || attempt === 3) throw thrown
    }
  }
}

export async function forget(memory: string): Promise<void> {
  await rm(memory, { recursive: true, force: true })
  await unless([...missing, 'ENOTEMPTY', 'EEXIST'], rmdir(dirname(memory)))
}
