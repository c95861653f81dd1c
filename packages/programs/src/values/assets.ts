import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
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
    else hash.update(readFileSync(file))
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
    else if (statSync(path).isFile())
      hash
        .update(`${relative(root, path)}\0`)
        .update(readFileSync(path))
        .update('\0')
  }
}
