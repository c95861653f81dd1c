import {
  closeSync,
  constants,
  createWriteStream,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { codeOf } from '@slipway/model'
import { defaultCaps, type Refuse } from './caps.ts'
import { LinkMap } from './link-map.ts'
import { shown, stepsOf } from './names.ts'
import { mostOfZip, writeZip, type ZipFile } from './zip/zip-writer.ts'
import { endOfTar, fillerOf, headersOf } from './tar/tar-writer.ts'

export interface PackOptions {
  /** Makes the error for a folder that cannot be packed. */
  readonly refuse?: Refuse
  /** Bytes of all files together; absent: as many as come out of an archive. */
  readonly bytes?: number
  /** Names of files and folders that stay behind, wherever they are. */
  readonly without?: readonly string[]
}

const chunkBytes = 256 * 1024

/**
 * Packs a folder as a .tar.gz that is the same for the same content: sorted, without times and owners, with the modes 644 and 755.
 *
 * @param file is not there yet, and not again when this fails
 */
export async function packFolder(
  folder: string,
  file: string,
  { signal, ...options }: PackOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const to = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  let isOurs = false
  to.once('open', () => (isOurs = true))
  try {
    await pipeline(Readable.from(tarOf(folder, options), { objectMode: false }), createGzip(), to, { signal })
  } catch (error) {
    if (isOurs) rmSync(file, { force: true })
    throw error
  }
}

/**
 * Packs a folder as a .zip that is the same for the same content. Refuses links, which programs unpack in different ways, and more than 2 GB.
 *
 * @param file is not there yet, and not again when this fails
 */
export async function packZip(
  folder: string,
  file: string,
  { signal, refuse = unpackable(folder) }: Pick<PackOptions, 'refuse'> & { readonly signal: AbortSignal },
): Promise<void> {
  const files: ZipFile[] = []
  let bytes = 0
  for (const path of pathsIn(folder, [])) {
    stepsOf(path, defaultCaps, refuse)
    const stats = lstatSync(join(folder, path))
    if (stats.isDirectory()) continue
    if (!stats.isFile()) throw refuse('is not a file, but a zip may contain only files', shown(path))
    bytes += stats.size
    if (bytes >= mostOfZip) throw refuse(`it contains more than ${mostOfZip / 1024 ** 3} GB`)
    files.push({ name: path, file: join(folder, path), isProgram: (stats.mode & 0o100) !== 0 })
  }
  try {
    await writeZip(files, file, signal)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
}

/** The folder as a .tar, piece by piece. */
export function* tarOf(folder: string, options: PackOptions = {}): Generator<Buffer, void, undefined> {
  const { refuse = unpackable(folder), bytes: most = defaultCaps.bytes, without = [] } = options
  const links = new LinkMap(refuse)
  let bytes = 0
  for (const path of pathsIn(folder, without)) {
    stepsOf(path, defaultCaps, refuse)
    const stats = lstatSync(join(folder, path))
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(join(folder, path))
      if (isAbsolute(target)) throw refuse('leads out of it', `the link ${shown(path)}`)
      links.add(path, target)
      yield headersOf({ name: path, kind: 'symlink', mode: 0o755, size: 0, target })
    } else if (stats.isDirectory()) {
      yield headersOf({ name: `${path}/`, kind: 'folder', mode: 0o755, size: 0, target: '' })
    } else if (stats.isFile()) {
      bytes += stats.size
      if (bytes > most) throw refuse(`it contains more than ${most / 1024 ** 2} MB`)
      yield* fileIn(folder, path, refuse)
    } else throw refuse('is neither a file nor a folder nor a link', shown(path))
  }
  for (const link of links.leadingOut()) throw refuse('leads out of it', `the link ${shown(link)}`)
  yield endOfTar
}

function* fileIn(folder: string, path: string, refuse: Refuse): Generator<Buffer, void, undefined> {
  const descriptor = openSync(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw refuse('has just changed', shown(path))
    yield headersOf({
      name: path,
      kind: 'file',
      mode: (stats.mode & 0o100) === 0 ? 0o644 : 0o755,
      size: stats.size,
      target: '',
    })
    for (let left = stats.size; left > 0;) {
      const chunk = Buffer.allocUnsafe(Math.min(left, chunkBytes))
      const read = readSync(descriptor, chunk)
      if (read === 0) throw refuse('becomes shorter while it is packed', shown(path))
      left -= read
      yield chunk.subarray(0, read)
    }
    yield fillerOf(stats.size)
  } finally {
    closeSync(descriptor)
  }
}

/** Paths relative to the folder, sorted, each folder before its content. */
function* pathsIn(folder: string, without: readonly string[], below = ''): Generator<string, void, undefined> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true }).filter(
    ({ name }) => !without.includes(name),
  )
  for (const found of entries.sort(byName)) {
    const path = join(below, found.name)
    yield path
    if (found.isDirectory()) yield* pathsIn(folder, without, path)
  }
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}

function unpackable(folder: string): Refuse {
  return (why, name) => new Error(`${folder} cannot be packed: ${name === undefined ? why : `${name} ${why}`}`)
}
