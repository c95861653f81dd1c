import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { syncDirectory } from '../sync-directory.ts'
import { wrongKey } from './sealed-text.ts'
import { makeSecretFile, readSecretFile, unreadable, writeBeside, written } from './secret-file.ts'

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

/** The file with the key; `undefined` if no readable file has it. */
export function keyFileOf(configDirectory: string, id: string): string | undefined {
  return [keyFilePath(configDirectory), earlierKeyPath(configDirectory, id)].find((file) => {
    try {
      return readKey(file)?.id === id
    } catch {
      return false
    }
  })
}

/** Reads a key; `undefined` if there is no such file. Messages never contain its content. */
export function readKey(file: string): StateKey | undefined {
  const text = readSecretFile(file)
  if (text === undefined) return undefined
  const key = parseKey(text)
  if (key !== undefined) return key
  const hint = 'restore a good copy of this file; without it the secrets of the state are lost'
  throw unreadable(file, 'it is damaged', hint)
}

/** Makes a key. Concurrent processes agree on one: both read the first one's. */
export function makeKey(directory: string): StateKey {
  const file = keyFilePath(directory)
  makeSecretFile(file, keyText(freshKey()))
  const made = readKey(file)
  if (made !== undefined) return made
  throw wrongKey(`the sealing key in ${file} vanished while it was being made`, 'run the command again')
}

/**
 * Makes a new key for all later sealing. Both keys are on disk under their own names before the new one replaces the old, so that no key is
 * lost by a kill or a concurrent change.
 */
export function changeKey(directory: string): StateKey {
  const file = keyFilePath(directory)
  const former = readKey(file) ?? makeKey(directory)
  const key = freshKey()
  return written(file, () => {
    mkdirSync(join(directory, 'state-keys'), { recursive: true, mode: 0o700 })
    for (const each of [former, key]) keep(earlierKeyPath(directory, each.id), each)
    syncDirectory(join(directory, 'state-keys'))
    renameSync(writeBeside(file, keyText(key)), file)
    syncDirectory(directory)
    return key
  })
}

function keep(file: string, key: StateKey): void {
  if (readKey(file) === undefined) renameSync(writeBeside(file, keyText(key)), file)
}

function freshKey(): StateKey {
  return { id: randomBytes(6).toString('base64url'), bytes: randomBytes(32) }
}

function keyText({ id, bytes }: StateKey): string {
  return `${JSON.stringify({ version: 1, id, key: bytes.toString('base64url') })}\n`
}

function parseKey(text: string): StateKey | undefined {
  try {
    const stored = JSON.parse(text) as { version?: unknown; id?: unknown; key?: unknown }
    if (stored.version !== 1 || typeof stored.id !== 'string' || typeof stored.key !== 'string') return undefined
    const bytes = Buffer.from(stored.key, 'base64url')
    return bytes.length === 32 && /^[A-Za-z0-9_-]+$/.test(stored.id) ? { id: stored.id, bytes } : undefined
  } catch {
    // The text must not be shown, so the kind of mistake in it does not matter.
    return undefined
  }
}
