import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { syncDirectory } from '../sync-directory.ts'
import { wrongKey } from './sealed-text.ts'

/**
 * The keys of a user, below the configuration directory that the caller names:
 *
 *     state-key.json        what is sealed from now on
 *     state-keys/<id>.json  all others that may still be needed
 */
export function keyFilePath(configDirectory: string): string {
  return join(configDirectory, 'state-key.json')
}

export function earlierKeyPath(configDirectory: string, id: string): string {
  return join(configDirectory, 'state-keys', `${id}.json`)
}

export interface StateKey {
  readonly id: string
  readonly bytes: Buffer
}

/** The file that holds the key; `undefined` when none does that can be read. */
export function keyFileOf(configDirectory: string, id: string): string | undefined {
  return [keyFilePath(configDirectory), earlierKeyPath(configDirectory, id)].find((file) => {
    try {
      return readKey(file)?.id === id
    } catch {
      return false
    }
  })
}

/** `undefined` when there is no such file. Never shows what is in one. */
export function readKey(file: string): StateKey | undefined {
  let text: string
  try {
    refuseReadableByOthers(file, statSync(file).mode)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Failure) throw error
    if (isMissing(error)) return undefined
    throw unreadable(file, messageOf(error), 'make it readable for this user, and for nobody else')
  }
  const key = parseKey(text)
  if (key !== undefined) return key
  const hint = 'put back a good copy of this file; without it the secrets of the state are lost'
  throw unreadable(file, 'it is damaged', hint)
}

/** Two processes that make the key at the same time agree on one: the first link wins, and both read what it named. */
export function makeKey(directory: string): StateKey {
  const file = keyFilePath(directory)
  return written(file, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const fresh = writeDurably(file, freshKey())
    try {
      linkSync(fresh, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(fresh)
    }
    // A state whose key was lost with the power would be worth little.
    syncDirectory(directory)
    const made = readKey(file)
    if (made !== undefined) return made
    throw wrongKey(`the sealing key in ${file} vanished while it was being made`, 'run the command again')
  })
}

/**
 * Makes a key that everything is sealed with from now on. Both keys are on the disk under their own names before one takes
 * the place of the other, so that whatever is killed, and whoever does the same at the same time, no key is lost.
 */
export function changeKey(directory: string): StateKey {
  const file = keyFilePath(directory)
  const former = readKey(file) ?? makeKey(directory)
  const key = freshKey()
  return written(file, () => {
    mkdirSync(join(directory, 'state-keys'), { recursive: true, mode: 0o700 })
    for (const each of [former, key]) keep(earlierKeyPath(directory, each.id), each)
    syncDirectory(join(directory, 'state-keys'))
    renameSync(writeDurably(file, key), file)
    syncDirectory(directory)
    return key
  })
}

function keep(file: string, key: StateKey): void {
  if (readKey(file) === undefined) renameSync(writeDurably(file, key), file)
}

function freshKey(): StateKey {
  return { id: randomBytes(6).toString('base64url'), bytes: randomBytes(32) }
}

/** Under another name beside `file`, which it gives. */
function writeDurably(file: string, { id, bytes }: StateKey): string {
  const fresh = `${file}.${process.pid}.${randomBytes(6).toString('base64url')}`
  const descriptor = openSync(fresh, 'wx', 0o600)
  try {
    writeFileSync(descriptor, `${JSON.stringify({ version: 1, id, key: bytes.toString('base64url') })}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  chmodSync(fresh, 0o600)
  return fresh
}

function written<Result>(file: string, write: () => Result): Result {
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

function parseKey(text: string): StateKey | undefined {
  try {
    const stored = JSON.parse(text) as { version?: unknown; id?: unknown; key?: unknown }
    if (stored.version !== 1 || typeof stored.id !== 'string' || typeof stored.key !== 'string') return undefined
    const bytes = Buffer.from(stored.key, 'base64url')
    return bytes.length === 32 && /^[A-Za-z0-9_-]+$/.test(stored.id) ? { id: stored.id, bytes } : undefined
  } catch {
    // The kind of mistake in the text does not matter, and the text must not be shown.
    return undefined
  }
}

function refuseReadableByOthers(file: string, mode: number): void {
  if ((mode & 0o077) === 0) return
  throw new Failure('state/key-exposed', `other users may read the sealing key in ${file}`, {
    hint: `run: chmod 600 ${file}`,
  })
}

function unreadable(file: string, why: string, hint: string): Failure {
  return wrongKey(`the sealing key in ${file} cannot be read: ${why}`, hint)
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
