import { readFileSync, statSync } from 'node:fs'

/** Bytes. */
const largest = 1024 * 1024

/** A file of another program: `undefined` if it is not there, cannot be read, or is no small file. */
export function smallFile(file: string | undefined): string | undefined {
  if (file === undefined || file === '') return undefined
  try {
    const found = statSync(file)
    return found.isFile() && found.size <= largest ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
