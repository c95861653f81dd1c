import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'

/** One file or link of a tree, with the values from the last time that its contents were read. */
export interface TreeEntry {
  /** The relative path, with `/`. */
  readonly path: string
  /** Device, inode, size, mtime and ctime: as long as they are the same, so are the contents. */
  readonly stamp: string
  /** The hash of the contents, in hex; for a link, the hash of its target path. */
  readonly sha256: string
  /** The kind of entry: `file`, `program` (an executable file) or `link`. */
  readonly as: 'file' | 'program' | 'link'
}

/** The entries of a tree, sorted by path. Folders appear only through their content. */
export type TreeList = readonly TreeEntry[]

/** Returns the names of all files and links below the folder, relative and sorted. */
function namesIn(folder: string): readonly string[] {
  const names: string[] = []
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) walk(name)
      else names.push(name)
    }
  }
  walk('')
  return names.sort()
}

/** Lists a tree, and reads all contents. */
export async function listTree(folder: string): Promise<TreeList> {
  const list: TreeEntry[] = []
  for (const path of namesIn(folder)) list.push(await entryOf(folder, path))
  return list
}

async function entryOf(folder: string, path: string): Promise<TreeEntry> {
  const file = join(folder, path)
  // The stamp is taken before the contents are read, so that the next look notices a change meanwhile.
  const stamp = stampOf(file)
  const stats = lstatSync(file)
  const as = stats.isSymbolicLink() ? 'link' : (stats.mode & 0o100) === 0 ? 'file' : 'program'
  if (as !== 'link' && !stats.isFile())
    throw new Failure('install/not-a-plugin', `${file} is neither a file nor a folder nor a link`, {
      hint: 'remove the entry: a plugin may contain only files, folders and links',
    })
  const sha256 = as === 'link' ? sha256Of(readlinkSync(file)) : await sha256OfFile(file)
  return { path, stamp, sha256, as }
}

/** Returns the values of `stat` that change with every change of a file; `gone` when there is no file. */
export function stampOf(file: string): string {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined) return 'gone'
  return `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
}

/** Bytes. */
const bufferSize = 1 << 18

/** Buffers that are free for reuse: a new buffer for each file would take most of the memory of an install. */
const buffers: Buffer[] = []

export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  const buffer = buffers.pop() ?? Buffer.allocUnsafeSlow(bufferSize)
  const descriptor = openSync(file, 'r')
  try {
    for (;;) {
      const bytesRead = readSync(descriptor, buffer)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
      // This pause lets other work proceed.
      if (bytesRead === bufferSize) await new Promise(setImmediate)
    }
  } finally {
    closeSync(descriptor)
    buffers.push(buffer)
  }
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the digest of a tree that did not come from an archive: it is the same for the same names, contents and permissions to execute. */
export function treeDigest(list: TreeList): string {
  return sha256Of(list.map(({ path, sha256, as }) => `${as} ${sha256} ${path}\n`).join(''))
}

/**
 * Compares a tree with its list: by stamps, and by contents where a stamp differs. Returns the current list, or the first path that was changed,
 * added or removed.
 */
export async function compareTree(
  folder: string,
  list: TreeList,
  mayAdd = false,
): Promise<{ readonly changed: string } | { readonly list: TreeList; readonly isRestamped: boolean }> {
  const wanted = new Set(list.map(({ path }) => path))
  const added = mayAdd ? undefined : namesIn(folder).find((name) => !wanted.has(name))
  if (added !== undefined) return { changed: added }
  const now: TreeEntry[] = []
  for (const entry of list) {
    const stamp = stampOf(join(folder, entry.path))
    if (stamp === 'gone') return { changed: entry.path }
    const current = stamp === entry.stamp ? entry : await entryOf(folder, entry.path)
    if (current.sha256 !== entry.sha256 || current.as !== entry.as) return { changed: entry.path }
    now.push(current)
  }
  return { list: now, isRestamped: now.some((entry, index) => entry !== list[index]) }
}

/** Returns the text of a list, with one entry per line: `stamp sha256 as path`. The path is JSON. */
export function formatTreeList(list: TreeList): string {
  return list.map(({ path, stamp, sha256, as }) => `${stamp} ${sha256} ${as} ${JSON.stringify(path)}\n`).join('')
}

const linePattern = /^(\d+ \d+ \d+ -?\d+ -?\d+) ([0-9a-f]{64}) (file|program|link) (".*")$/

/** Parses a list; `undefined` for the remains of a power cut. */
export function parseTreeList(text: string): TreeList | undefined {
  if (text !== '' && !text.endsWith('\n')) return undefined
  const list: TreeEntry[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const [, stamp, sha256, as, path] = linePattern.exec(line) ?? []
    if (stamp === undefined || sha256 === undefined || path === undefined) return undefined
    list.push({ path: JSON.parse(path) as string, stamp, sha256, as: as as TreeEntry['as'] })
  }
  return list
}
