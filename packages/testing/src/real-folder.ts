import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/**
 * Works in a new folder that is always removed afterwards.
 * @param files copied into the folder, relative to the folder of the test run
 */
export async function inRealFolder<T>(files: readonly string[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder()
  try {
    for (const file of files) cpSync(resolve(file), join(folder, basename(file)), { recursive: true })
    return await work(folder)
  } finally {
    removeFolder(folder)
    made.delete(folder)
  }
}

/** Folders that still exist when this process ends are removed then. */
const made = new Set<string>()
let isWatched = false

/** A new folder for one test, removed at the latest when this process ends. */
function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), beginning)))
  removedInTheEnd(folder)
  return folder
}

/**
 * Names a folder that does not exist, for the few tests that write something there. Remove it after each use: the workers of some test runners
 * end without the events of a process.
 */
export function unmadeFolder(): string {
  const folder = join(realpathSync(tmpdir()), beginning + randomUUID())
  removedInTheEnd(folder)
  return folder
}

const beginning = 'slipway-test-'

function removedInTheEnd(folder: string): void {
  if (!isWatched) process.once('exit', () => made.forEach(removeFolder))
  isWatched = true
  made.add(folder)
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
