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
    remove(folder)
    made.delete(folder)
  }
}

/** Folders that still exist when this process ends are removed then. */
const made = new Set<string>()
let isWatched = false

/** A folder for one test, removed at the latest when this process ends. */
export function newFolder(): string {
  if (!isWatched) process.once('exit', () => made.forEach(remove))
  isWatched = true
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-test-')))
  made.add(folder)
  return folder
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
