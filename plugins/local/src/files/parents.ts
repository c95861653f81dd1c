import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { forget, memoryOf, remember } from '../memory.ts'
import type { CallVariables } from '../call-folders.ts'
import { codeOf, missing, unless } from './system-error.ts'

/*
 * Directories that had to be made on the way to a file. Each is noted before it is made, so that the last file in it
 * takes it along, and a directory that was there before, or that is somebody else's, stays.
 */

/** Does `work`; when a directory on the way to `path` is missing, makes it and tries again. */
export async function withParents<T>(call: CallVariables, path: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      // more than once: a file that goes may take the directory along at the very moment
      if (codeOf(thrown) !== 'ENOENT' || attempt === 3) throw thrown
      await makeParents(call, path)
    }
  }
}

async function makeParents(call: CallVariables, path: string): Promise<void> {
  const absent: string[] = []
  for (let directory = dirname(path); !(await exists(directory)); directory = dirname(directory)) absent.push(directory)
  for (const directory of absent.toReversed()) {
    await leaveOnTheWay(call, directory)
    await unless(['EEXIST'], mkdir(directory))
  }
}

/** Removes the directories above `path` that were made for it, as far as they are empty now. */
export async function removeParents(call: CallVariables, path: string): Promise<void> {
  for (let directory = dirname(path); directory !== dirname(directory); directory = dirname(directory)) {
    if (!isOnTheWay(call, directory)) {
      // a crash may have come before all of them were made
      if (existsSync(directory)) return
      continue
    }
    try {
      await unless(missing, rmdir(directory))
    } catch {
      return
    }
    await forget(noteOf(call, directory))
  }
}

/** True of a directory that was made on the way to something, and is wanted for nothing else. */
export function isOnTheWay(call: CallVariables, directory: string): boolean {
  return existsSync(noteOf(call, directory))
}

/** Makes such a directory one that is wanted for itself. */
export async function takeOver(call: CallVariables, directory: string): Promise<void> {
  if (isOnTheWay(call, directory)) await forget(noteOf(call, directory))
}

/** Leaves a directory that is no longer wanted for itself to what is in it: the last that goes takes it along. */
export async function leaveOnTheWay(call: CallVariables, directory: string): Promise<void> {
  const note = noteOf(call, directory)
  await remember(note, () => writeFile(note, directory, { mode: 0o600 }))
}

async function exists(path: string): Promise<boolean> {
  return (await unless(missing, stat(path))) !== undefined
}

function noteOf(call: CallVariables, directory: string): string {
  return memoryOf(call, 'made-directories', createHash('sha256').update(directory).digest('hex').slice(0, 32))
}
