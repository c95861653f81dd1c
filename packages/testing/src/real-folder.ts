import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/**
 * Does something in a new folder that is removed afterwards, whatever happens.
 *
 * @param files that it gets a copy of, relative to the folder of the test run
 */
export async function inRealFolder<T>(files: readonly string[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-test-')))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  // Also of a run that ends itself in the middle.
  process.once('exit', remove)
  try {
    for (const file of files) cpSync(resolve(file), join(folder, basename(file)), { recursive: true })
    return await work(folder)
  } finally {
    process.off('exit', remove)
    remove()
  }
}
