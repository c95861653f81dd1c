import { createHash, type Hash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  isList,
  isMap,
  isSecret,
  mapEntries,
  messageOf,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'

const filePaths = { 'fn::fileAsset': 'asset', 'fn::fileArchive': 'archive' } as const

/**
 * Values with the hash of each asset and archive that is a file or a folder: what lies there may change while its path does
 * not. Throws a TypeError where one cannot be read.
 *
 * @param folder relative paths start here
 */
export function withHashes(value: ValueMap, folder: string): ValueMap {
  return mapEntries(value, (inner) => hashed(inner, folder))
}

function hashed(value: Value, folder: string): Value {
  if (isSecret(value)) return secret(hashed(value.value, folder))
  if (isList(value)) return value.map((item) => hashed(item, folder))
  if (!isMap(value)) return value
  for (const name of Object.keys(filePaths)) {
    const path = value[name]
    if (typeof path === 'string')
      return valueMap([
        [name, path],
        ['hash', hashOf(resolve(folder, path), path)],
      ])
  }
  return withHashes(value, folder)
}

function hashOf(file: string, path: string): string {
  try {
    const hash = createHash('sha256')
    if (statSync(file).isDirectory()) addFolder(hash, file, file)
    else addFile(hash, file)
    return hash.digest('hex')
  } catch (error) {
    throw new TypeError(`the file of an asset cannot be read: ${path}: ${messageOf(error)}`, { cause: error })
  }
}

function addFolder(hash: Hash, root: string, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, root, path)
    else if (statSync(path).isFile()) {
      hash.update(`${relative(root, path)}\0`)
      addFile(hash, path)
      hash.update('\0')
    }
  }
}

const chunk = 1024 * 1024

/** Never waits for a named pipe, and never reads without end. */
function addFile(hash: Hash, file: string): void {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) throw new TypeError('it is neither a file nor a folder')
    const buffer = Buffer.allocUnsafe(chunk)
    for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer))
      hash.update(buffer.subarray(0, count))
  } finally {
    closeSync(descriptor)
  }
}
