import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes names durable: a file that was made or renamed in the directory survives a power cut. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
