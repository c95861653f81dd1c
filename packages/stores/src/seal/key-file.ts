import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import type { Sealer } from '../port.ts'
import { syncDirectory } from '../sync-directory.ts'
import { keyIdOf, sealWith, unsealWith, wrongKey } from './sealed-text.ts'

/** Where the key of a user lies, below the configuration directory that the caller names. */
export function keyFilePath(configDirectory: string): string {
  return join(configDirectory, 'state-key.json')
}

/**
 * Seals under a random key in a file of the user's (0600), never beside the state. The file is read or made when the
 * first secret is met, so state without secrets needs no key. Losing the file loses the secrets, and is said so.
 */
export function keyFileSealer(configDirectory: string): Sealer {
  const file = keyFilePath(configDirectory)
  let known: StateKey | undefined
  const key = (): StateKey => (known ??= readKey(file) ?? makeKey(configDirectory, file))

  return {
    get keyId() {
      return key().id
    },
    seal: (plain) => sealWith(key().bytes, key().id, plain),
    unseal(sealed) {
      known ??= readKey(file)
      const advice = `put the key file back at ${file}, or give the passphrase if the state was written with one`
      if (known === undefined)
        throw wrongKey(
          `the key ${keyIdOf(sealed)} that sealed the secrets of this state is not on this machine`,
          advice,
        )
      return unsealWith(known.bytes, known.id, sealed, advice)
    },
  }
}

interface StateKey {
  readonly id: string
  readonly bytes: Buffer
}

function readKey(file: string): StateKey | undefined {
  let text: string
  try {
    refuseReadableByOthers(file, statSync(file).mode)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return parseKey(file, text)
}

function parseKey(file: string, text: string): StateKey {
  try {
    const stored = JSON.parse(text) as { version?: unknown; id?: unknown; key?: unknown }
    if (stored.version === 1 && typeof stored.id === 'string' && typeof stored.key === 'string') {
      const bytes = Buffer.from(stored.key, 'base64url')
      if (bytes.length === 32 && /^[A-Za-z0-9_-]+$/.test(stored.id)) return { id: stored.id, bytes }
    }
  } catch {
    // Falls through: what is wrong with the text does not matter, it must not be shown either.
  }
  throw wrongKey(
    `the sealing key in ${file} cannot be read`,
    'put back a good copy of this file; without it the secrets of the state are lost',
  )
}

function refuseReadableByOthers(file: string, mode: number): void {
  if ((mode & 0o077) === 0) return
  throw new Failure('state/key-exposed', `other users may read the sealing key in ${file}`, {
    hint: `run: chmod 600 ${file}`,
  })
}

/** Two processes that make the key at the same time agree on one: the first link wins, and both read what it named. */
function makeKey(directory: string, file: string): StateKey {
  const id = randomBytes(6).toString('base64url')
  const temporary = `${file}.${process.pid}.${id}`
  const text = JSON.stringify({ version: 1, id, key: randomBytes(32).toString('base64url') })
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeDurably(temporary, `${text}\n`)
    try {
      linkSync(temporary, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(temporary)
    }
    // A state whose key was lost with the power would be worth little.
    syncDirectory(directory)
  } catch (error) {
    throw new Failure('state/key-unwritable', `the sealing key cannot be written to ${file}: ${messageOf(error)}`, {
      hint: 'make the directory writable, or give a passphrase instead of a key file',
      cause: error,
    })
  }
  const made = readKey(file)
  if (made === undefined)
    throw wrongKey(`the sealing key in ${file} vanished while it was being made`, 'run the command again')
  return made
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  chmodSync(file, 0o600)
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
