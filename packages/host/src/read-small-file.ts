import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Bytes; a longer file describes no project and no package. */
const mostOfFile = 1024 * 1024

/**
 * The text of an unchecked file; `undefined` if there is none of that size. Does not wait for a writer of a pipe: that would hold up every
 * command in the folder.
 */
export function readSmallFile(file: string): string | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(descriptor)
      return stats.isFile() && stats.size <= mostOfFile ? readFileSync(descriptor, 'utf8') : undefined
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}
