import { createHash, type Hash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
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

const filePaths = ['fn::fileAsset', 'fn::fileArchive'] as const
const addresses = ['fn::remoteAsset', 'fn::remoteArchive'] as const

/** Fetches the whole content of an http or https address. */
export type FetchAsset = (address: string) => Promise<Uint8Array>

/** Adds a content hash to each asset and archive, because the content may change under the same path or address. */
export class AssetHashes {
  readonly #folder: string
  readonly #fetch: FetchAsset
  /** Hashes by address; each is fetched once. */
  readonly #fetched = new Map<string, Promise<string>>()

  /** @param folder the base of relative paths */
  constructor(folder: string, fetch: FetchAsset) {
    this.#folder = folder
    this.#fetch = fetch
  }

  /** @throws TypeError for an unreadable asset */
  async in(value: ValueMap): Promise<ValueMap> {
    const known = new Map<string, string>()
    const missing = new Set<string>()
    const walk = new Hashing(this.#folder, known, missing)
    const hashed = walk.map(value)
    if (missing.size === 0) return hashed
    await Promise.all(Array.from(missing, async (address) => known.set(address, await this.#ofAddress(address))))
    return walk.map(value)
  }

  #ofAddress(address: string): Promise<string> {
    const hash = this.#fetched.get(address) ?? this.#read(address)
    this.#fetched.set(address, hash)
    return hash
  }

  async #read(address: string): Promise<string> {
    const { protocol } = URL.canParse(address) ? new URL(address) : { protocol: '' }
    if (protocol === 'file:') return hashOf(fileURLToPath(address), address)
    if (!/^https?:$/.test(protocol))
      throw new TypeError(`an asset cannot be read: ${address} is neither an http, an https nor a file address`)
    try {
      return createHash('sha256')
        .update(await this.#fetch(address))
        .digest('hex')
    } catch (error) {
      throw new TypeError(`an asset cannot be read: ${messageOf(error)}`, { cause: error })
    }
  }
}

/** Goes through values. */
class Hashing {
  readonly #folder: string
  /** By address. */
  readonly #known: ReadonlyMap<string, string>
  readonly #missing: Set<string>

  constructor(folder: string, known: ReadonlyMap<string, string>, missing: Set<string>) {
    this.#folder = folder
    this.#known = known
    this.#missing = missing
  }

  map(value: ValueMap): ValueMap {
    return mapEntries(value, (inner) => this.#hashed(inner))
  }

  #hashed(value: Value): Value {
    if (isSecret(value)) return secret(this.#hashed(value.value))
    if (isList(value)) return value.map((item) => this.#hashed(item))
    if (!isMap(value)) return value
    for (const name of filePaths) {
      const path = value[name]
      if (typeof path === 'string') return withHash(name, path, hashOf(resolve(this.#folder, path), path))
    }
    for (const name of addresses) {
      const address = value[name]
      if (typeof address !== 'string') continue
      const hash = this.#known.get(address)
      if (hash === undefined) this.#missing.add(address)
      return withHash(name, address, hash ?? '')
    }
    return this.map(value)
  }
}

function withHash(name: string, content: string, hash: string): ValueMap {
  return valueMap([
    [name, content],
    ['hash', hash],
  ])
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

/** Hashes a regular file. Refuses pipes and devices, which could block or never end. */
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
