import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { syncDirectory } from '../sync-directory.ts'
import { wrongKey } from './sealed-text.ts'

const mostBytes = 64 * 1024

/** The text of a key file, which other users must not be able to read; `undefined` if there is none. */
export function readSecretFile(file: string): string | undefined {
  try {
    return readOpened(file)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (isMissing(error)) return undefined
    throw unreadable(file, messageOf(error), 'make the file readable for this user only')
  }
}

/** Checks and reads the same opened file. Does not block on a pipe without a writer. */
function readOpened(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new Error('it is not a regular file')
    refuseReadableByOthers(file, stats.mode)
    if (stats.size > mostBytes) throw new Error('it is too long for a key')
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Creates a secret file. Concurrent processes agree on one file: the first link wins. Does nothing if the file exists. */
export function makeSecretFile(file: string, text: string): void {
  const directory = dirname(file)
  written(file, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const fresh = writeBeside(file, text)
    try {
      linkSync(fresh, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(fresh)
    }
    // Sync, because a power cut must not lose the key of a state.
    syncDirectory(directory)
  })
}

/** Writes and syncs a text under a temporary name beside `file`. Returns the name. */
export function writeBeside(file: string, text: string): string {
  const fresh = `${file}.${process.pid}.${randomBytes(6).toString('base64url')}`
  const descriptor = openSync(fresh, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  chmodSync(fresh, 0o600)
  return fresh
}

/** @throws Failure `state/key-unwritable` */
export function written<Result>(file: string, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('state/key-unwritable', `the sealing key cannot be written to ${file}: ${messageOf(error)}`, {
      hint: 'make the directory writable, or give a passphrase instead of a key file',
      cause: error,
    })
  }
}

export function unreadable(file: string, why: string, hint: string): Failure {
  return wrongKey(`the sealing key in ${file} cannot be read: ${why}`, hint)
}

function refuseReadableByOthers(file: string, mode: number): void {
  if ((mode & 0o077) === 0) return
  throw new Failure('state/key-exposed', `other users can read the sealing key in ${file}`, {
    hint: `run: chmod 600 ${file}`,
  })
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
