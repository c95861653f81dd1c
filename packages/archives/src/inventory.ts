import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '@slipway/model'

/** A file, folder or link, as it was found. */
export interface Item {
  /** Within the folder; empty: the folder itself. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link'
  /** Kind and permissions, user and group: they decide who can change the file. */
  readonly access: string
  /** Device, inode, size, times of the content and of the inode: while they are the same, so is the content. */
  readonly mark: string
  /** `sha256:…` of a file, the target of a link. */
  readonly content?: string | undefined
}

export async function takeInventory(folder: string): Promise<readonly Item[]> {
  const items: Item[] = []
  for (const path of pathsIn(folder)) {
    const seen = lookAt(join(folder, path))
    items.push({
      path,
      ...seen,
      ...(seen.kind !== 'folder' && { content: await contentOf(join(folder, path), seen.kind) }),
    })
  }
  return items
}

/** The differences between a folder and its inventory. */
export interface Comparison {
  /** The first difference from the inventory, in words; absent: there is none. */
  readonly problem?: string
  /** The new inventory to record: the content is the same, but the stamps have changed. */
  readonly renewed?: readonly Item[]
}

/** Compares a folder with its inventory. Reads each file that looks touched. Ignores added files. */
export async function compareInventory(folder: string, items: readonly Item[]): Promise<Comparison> {
  const touched = new Map<Item, Item>()
  for (const known of items) {
    const { path } = known
    const place = join(folder, path)
    let seen: Seen
    try {
      seen = lookAt(place)
      if (seen.mark === known.mark && seen.access === known.access && seen.kind === known.kind) continue
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error
      return { problem: `${path || folder} is gone` }
    }
    if (seen.kind !== known.kind) return { problem: `${path || folder} differs from the installed one` }
    if (seen.access !== known.access) return { problem: `${path || folder} has other permissions or another owner` }
    if (seen.kind !== 'folder' && (await contentOf(place, seen.kind)) !== known.content)
      return { problem: `${path} has different content` }
    touched.set(known, { ...known, mark: seen.mark })
  }
  return touched.size === 0 ? {} : { renewed: items.map((item) => touched.get(item) ?? item) }
}

/** The folder itself, as the empty path, and all that is below it. */
function* pathsIn(folder: string, path = ''): Generator<string> {
  yield path
  if (!lstatSync(join(folder, path)).isDirectory()) return
  for (const name of readdirSync(join(folder, path)).sort())
    yield* pathsIn(folder, path === '' ? name : `${path}/${name}`)
}

type Seen = Omit<Item, 'path' | 'content'>

function lookAt(path: string): Seen {
  const stats = lstatSync(path, { bigint: true })
  const kind = stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'file'
  const { mode, uid, gid, dev, ino, size, mtimeNs, ctimeNs } = stats
  return { kind, access: `${mode.toString(8)} ${uid} ${gid}`, mark: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}` }
}

async function contentOf(path: string, kind: 'file' | 'link'): Promise<string> {
  if (kind === 'link') return readlinkSync(path)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return `sha256:${hash.digest('hex')}`
}
