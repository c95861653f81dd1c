import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

/** Nobody guesses 128 bits. */
const secretBytes = 16

/**
 * A secret in hexadecimal digits, from the same source as `node:crypto`: loading that module takes milliseconds, which would delay the
 * first launch of a plugin.
 */
export function newSecret(): string {
  return (fromSystem() ?? randomBytes(secretBytes)).toString('hex')
}

/** `undefined` where the system has no such file, as in a bare chroot. */
function fromSystem(): Buffer | undefined {
  const bytes = Buffer.alloc(secretBytes)
  let source: number | undefined
  try {
    source = openSync('/dev/urandom', 'r')
    return readSync(source, bytes) === secretBytes ? bytes : undefined
  } catch {
    return undefined
  } finally {
    if (source !== undefined) closeSync(source)
  }
}
