import { readFileSync, statSync } from 'node:fs'

/** Bytes. */
const largest = 1024 * 1024

/** Returns the content of another program's file; `undefined` if the file is missing, unreadable or not a small regular file. */
export function smallFile(file: string | undefined): string | undefined {
  if (file === undefined || file === '') return undefined
  try {
    const found = statSync(file)
    return found.isFile() && found.size <= largest ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
