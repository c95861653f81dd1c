import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Failure } from '@slipway/model'
import { LinkMap } from './link-map.ts'

export interface PackedFolder {
  readonly archive: Buffer
  /** Hexadecimal SHA-256 of the archive: the same for the same content. */
  readonly digest: string
}

/** Bytes of what is in a folder that is sent to nodes: it lies in their store for a moment. */
const mostBytes = 64 * 1024 * 1024
const block = 512

/**
 * A folder as a .tar.gz: its files, folders and links, with their modes and without times and owners, less `.git`.
 *
 * @throws Failure `node/bad-archive` for what cannot be sent
 */
export function packFolder(folder: string): PackedFolder {
  const blocks: Buffer[] = []
  const links = new LinkMap()
  let bytes = 0
  const add = (path: string, kind: keyof typeof types, mode: number, content: Buffer, target = ''): void => {
    bytes += content.length
    if (bytes > mostBytes) throw unsendable(folder, `it contains more than ${mostBytes / 1024 ** 2} MB`)
    blocks.push(...entry(path, kind, mode, content, target))
  }
  for (const path of pathsIn(folder)) {
    const stats = lstatSync(join(folder, path))
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(join(folder, path))
      if (isAbsolute(target)) throw unsendable(folder, `the link ${path} leads out of it`)
      links.add(path, target)
      add(path, 'symlink', 0o777, Buffer.alloc(0), target)
    } else if (stats.isDirectory()) add(`${path}/`, 'folder', stats.mode & 0o777, Buffer.alloc(0))
    else if (stats.isFile()) add(path, 'file', stats.mode & 0o777, readFileSync(join(folder, path)))
    else throw unsendable(folder, `${path} is neither a file nor a folder nor a link`)
  }
  for (const link of links.leadingOut()) throw unsendable(folder, `the link ${link} leads out of it`)
  const archive = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * block)]))
  return { archive, digest: createHash('sha256').update(archive).digest('hex') }
}

/** Relative, sorted, each folder before what is in it. */
function pathsIn(folder: string, below = ''): readonly string[] {
  const paths: string[] = []
  const entries = readdirSync(join(folder, below), { withFileTypes: true }).filter(({ name }) => name !== '.git')
  for (const found of entries.sort(byName)) {
    const path = join(below, found.name)
    paths.push(path)
    if (found.isDirectory()) paths.push(...pathsIn(folder, path))
  }
  return paths
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}

const types = { file: '0', symlink: '2', folder: '5' } as const

/** Names of any length: pax has them first, and the header what fits. */
function entry(
  path: string,
  kind: keyof typeof types,
  mode: number,
  content: Buffer,
  target: string,
): readonly Buffer[] {
  const long = [...pax('path', path), ...pax('linkpath', target)]
  const extended = long.length === 0 ? [] : part('pax', 'x', 0o644, Buffer.concat(long), '')
  return [...extended, ...part(path, types[kind], mode, content, target)]
}

function pax(key: string, value: string): readonly Buffer[] {
  if (Buffer.byteLength(value) <= 100) return []
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  // The length counts its own digits, too.
  const length = [1, 2, 3, 4, 5].map((digits) => rest + digits).find((sum) => String(sum).length + rest === sum) ?? 0
  return [Buffer.from(`${length} ${key}=${value}\n`)]
}

function part(path: string, type: string, mode: number, content: Buffer, target: string): readonly Buffer[] {
  const header = Buffer.alloc(block)
  Buffer.from(path).copy(header, 0, 0, 100)
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  octal(mode, 100, 8)
  for (const at of [108, 116]) octal(0, at, 8)
  octal(content.length, 124, 12)
  octal(0, 136, 12)
  header.write('        ', 148)
  header.write(type, 156)
  Buffer.from(target).copy(header, 157, 0, 100)
  header.write('ustar\u000000', 257)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    8,
  )
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return [header, content, padding]
}

function unsendable(folder: string, why: string): Failure {
  return new Failure('node/bad-archive', `${folder} cannot be sent to a node: ${why}`, {
    hint: 'put only what its tasks need into the folder of a task plugin',
  })
}
