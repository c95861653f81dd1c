import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'

/** Free space required before a run, for SQLite's side files and a few hundred records. */
const headroomBytes = 256 * 1024

/**
 * Writes a file that was not there, for this user alone, onto the disk. An existing file or link is never followed or overwritten: others
 * may be able to write in the folder.
 *
 * @param isFlushed false if the file need not reach the disk
 * @throws the system's EEXIST if the path exists; see {@link isTaken}
 */
export function writeNewFile(path: string, bytes: Uint8Array, isFlushed = true): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(descriptor, bytes)
    if (isFlushed) fsyncSync(descriptor)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** An unpredictable name beside `file`. */
export function freshName(file: string): string {
  return `${file}.${process.pid}.${randomBytes(9).toString('base64url')}.new`
}

export function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST'
}

/**
 * Fails when there is no room beside `file` to record a run, or no right to: to be asked before anything is done outside. A file system
 * that is full says so when it is written to, or at the latest when the file is closed: to wait for the disk tells nothing more.
 */
export function probeRoom(file: string): void {
  const path = freshName(file)
  try {
    writeNewFile(path, Buffer.alloc(headroomBytes), false)
  } finally {
    rmSync(path, { force: true })
  }
}
