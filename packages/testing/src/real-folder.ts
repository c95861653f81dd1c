import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/**
 * Does something in a new folder that is removed afterwards, whatever happens.
 *
 * @param files that it gets a copy of, relative to the folder of the test run
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

/** What is still there when this process ends is removed then. */
const made = new Set<string>()
let isWatched = false

/** A folder of its own for a test, removed when this process ends at the latest. */
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
