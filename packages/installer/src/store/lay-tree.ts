import { readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Disk, syncAll } from './disk.ts'
import type { TreeEntry, TreeList } from './tree-list.ts'

/**
 * - `links`: hard links to the store's files, read-only
 * - `copies`: the plugin's own files, which later steps may change
 */
export type LaidAs = 'links' | 'copies'

/** The layout of a tree of the store: the folder of the tree that is laid out (`''` is the whole tree), and some files under other names. */
export interface Layout {
  readonly root: string
  readonly renamed?: Readonly<Record<string, string>> | undefined
}

/** An entry of a tree, with its path in the layout and its path in the tree. */
export type LaidEntry = TreeEntry & { readonly from: string }

export function laidList(list: TreeList, { root, renamed = {} }: Layout): readonly LaidEntry[] {
  const prefix = root === '' ? '' : `${root}/`
  const names = new Map(Object.entries(renamed))
  return list
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path: from, stamp, sha256, as }) => {
      const path = from.slice(prefix.length)
      return { path: names.get(path) ?? path, from, stamp, sha256, as }
    })
}

/**
 * Puts the files of a tree into a new folder, and makes them durable. Links become copies where the file system takes no more links or is another
 * one; such copies are read-only, too.
 */
export async function layTree(
  disk: Disk,
  tree: { readonly folder: string; readonly list: readonly LaidEntry[] },
  folder: string,
  as: LaidAs,
): Promise<LaidAs> {
  const folders = foldersOf(folder, tree.list)
  for (const each of folders) await disk.makeFolder(each)
  let laid = as
  const copied: string[] = []
  for (const entry of tree.list) {
    const [from, to] = [join(tree.folder, entry.from), join(folder, entry.path)]
    if (entry.as === 'link') await disk.symlink(readlinkSync(from), to)
    else if (laid === 'copies' || !(await isLinked(disk, from, to))) {
      laid = 'copies'
      await copyOf(disk, from, to, entry, as)
      copied.push(to)
    }
  }
  await syncAll(disk, [...copied, ...folders.toReversed()])
  return laid
}

async function copyOf(disk: Disk, from: string, to: string, entry: TreeEntry, as: LaidAs): Promise<void> {
  await disk.copy(from, to)
  const readOnly = entry.as === 'program' ? 0o555 : 0o444
  await disk.chmod(to, as === 'copies' ? readOnly | 0o200 : readOnly)
}

const refusals: ReadonlySet<unknown> = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function isLinked(disk: Disk, from: string, to: string): Promise<boolean> {
  try {
    await disk.link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && refusals.has(error.code)) return false
    throw error
  }
}

/** Syncs all files and folders, regardless of who wrote them. */
export async function syncTree(disk: Disk, folder: string, list: TreeList): Promise<void> {
  const files = list.flatMap(({ path, as }) => (as === 'link' ? [] : join(folder, path)))
  await syncAll(disk, [...files, ...foldersOf(folder, list).toReversed()])
}

/** Returns the folder and those below it, each after its parent. */
function foldersOf(folder: string, list: TreeList): string[] {
  const folders = new Set(['.'])
  for (const { path } of list) {
    const parents: string[] = []
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) parents.unshift(parent)
    for (const parent of parents) folders.add(parent)
  }
  return [...folders].map((each) => join(folder, each))
}
