import { createHash } from 'node:crypto'
import {
  createReadStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '@slipway/model'
import { z } from 'zod'
import { sumsBeside } from '../layout.ts'

const itemSchema = z.object({
  /** Within the folder; empty: the folder itself. */
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link']),
  /** Permissions, user and group: whoever can write there can change it. */
  access: z.string(),
  /** Inode, size, times of the content and of the inode: while they are the same, so is the content. */
  mark: z.string(),
  /** `sha256:…` of a file, the target of a link. */
  content: z.string().optional(),
})

const inventorySchema = z.object({
  /** Of the archive that all of it came from. */
  digest: z.string(),
  signature: z.string().optional(),
  items: z.array(itemSchema),
})

type Item = z.output<typeof itemSchema>

/** What came out of an archive. It lies in the private records of the preparer, where no pod can write. */
export type Inventory = z.output<typeof inventorySchema>

/** Notes what lies in a folder. */
export async function takeInventory(folder: string, of: Omit<Inventory, 'items'>): Promise<Inventory> {
  const items: Item[] = []
  for (const path of pathsIn(folder)) {
    const seen = lookAt(join(folder, path))
    items.push({
      path,
      ...seen,
      ...(seen.kind !== 'folder' && { content: await contentOf(join(folder, path), seen.kind) }),
    })
  }
  return { ...of, items }
}

/** What has become of an installed folder. */
export interface Comparison {
  /** What is no longer as it was installed, in words; absent: all of it is. */
  readonly problem?: string
  /** To be noted instead: the content is the same, and what was looked at is not. */
  readonly renewed?: Inventory
}

/**
 * Compares a folder with what was installed there. A file that looks touched is read. What somebody has added does not count: in a
 * folder of its own user a pod may write.
 */
export async function compareWith(folder: string, inventory: Inventory): Promise<Comparison> {
  const touched = new Map<Item, Item>()
  for (const known of inventory.items) {
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
    if (seen.kind !== known.kind) return { problem: `${path || folder} is another thing than what was installed` }
    if (seen.access !== known.access) return { problem: `${path || folder} has other permissions or another owner` }
    if (seen.kind !== 'folder' && (await contentOf(place, seen.kind)) !== known.content)
      return { problem: `${path} has another content` }
    touched.set(known, { ...known, mark: seen.mark })
  }
  if (touched.size === 0) return {}
  return { renewed: { ...inventory, items: inventory.items.map((item) => touched.get(item) ?? item) } }
}

/** `undefined`: there is none that can be read. */
export function readInventory(file: string): Inventory | undefined {
  try {
    return inventorySchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Beside it, the sums of what lies in the folder: whoever is newer than those was touched since. */
export function writeInventory(file: string, inventory: Inventory, folder: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const texts = { [file]: JSON.stringify(inventory), [sumsBeside(file)]: sumsOf(inventory, folder) }
  for (const [path, text] of Object.entries(texts)) {
    writeFileSync(`${path}.draft`, text, { mode: 0o600 })
    renameSync(`${path}.draft`, path)
  }
}

function sumsOf({ items }: Inventory, folder: string): string {
  const files = items.filter(({ kind, path }) => kind === 'file' && !/[\n\r\\]/.test(path))
  const lines = files.map(({ path, content = '' }) => `${content.replace('sha256:', '')}  ${join(folder, path)}\n`)
  return lines.join('')
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
  const { mode, uid, gid, ino, size, mtimeNs, ctimeNs } = stats
  return { kind, access: `${mode.toString(8)} ${uid} ${gid}`, mark: `${ino} ${size} ${mtimeNs} ${ctimeNs}` }
}

async function contentOf(path: string, kind: 'file' | 'link'): Promise<string> {
  if (kind === 'link') return readlinkSync(path)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return `sha256:${hash.digest('hex')}`
}
