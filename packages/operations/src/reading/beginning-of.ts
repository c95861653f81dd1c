import { closeSync, openSync, readSync } from 'node:fs'

/** Reads the first bytes of a file, each as one character. Fails if the file cannot be opened. */
export function beginningOf(path: string, bytes: number): string {
  const descriptor = openSync(path, 'r')
  try {
    const read = Buffer.alloc(bytes)
    return read.toString('latin1', 0, readSync(descriptor, read, 0, bytes, 0))
  } finally {
    closeSync(descriptor)
  }
}
