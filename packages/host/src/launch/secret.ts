import { closeSync, openSync, readSync } from 'node:fs'

/** Nobody guesses 128 bits. */
const secretBytes = 16

/**
 * A secret that nobody guesses, in hexadecimal digits. It comes from where `node:crypto` has it from: to load that module
 * takes milliseconds, for which every launch of a plugin would wait.
 */
export function newSecret(): string {
  const bytes = Buffer.alloc(secretBytes)
  const source = openSync('/dev/urandom', 'r')
  try {
    const read = readSync(source, bytes)
    if (read < secretBytes) throw new Error(`/dev/urandom gave ${read} bytes of ${secretBytes}`)
  } finally {
    closeSync(source)
  }
  return bytes.toString('hex')
}
