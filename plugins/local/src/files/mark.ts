import { lstat } from 'node:fs/promises'
import { missing, unless } from './system-error.ts'

/**
 * Identifies the file, link or directory at a path; `undefined` when there is none. The mark stays the same when the file is moved, linked
 * or written to, and nothing else on the file system ever has the same: an inode is used again, but at another time.
 */
export async function markOf(path: string): Promise<string | undefined> {
  const status = await unless(missing, lstat(path, { bigint: true }))
  return status && `${status.ino}:${status.birthtimeNs}`
}

/**
 * False where the file system does not know birth times, as some network file systems: the mark is then the inode alone, which
 * another file or directory may have soon.
 */
export function isCertain(mark: string): boolean {
  return !mark.endsWith(':0')
}
