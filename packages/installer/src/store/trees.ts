import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Disk, replaceFile, syncAll } from './disk.ts'
import type { Locks } from './locks.ts'
import {
  compareTree,
  formatTreeList,
  listTree,
  parseTreeList,
  stampOf,
  treeDigest,
  type TreeEntry,
  type TreeList,
} from './tree-list.ts'

/** A tree of the store with unchanged contents. */
export interface StoredTree {
  readonly key: string
  readonly folder: string
  readonly list: TreeList
}

/** Unpacked trees, read-only, by the sha256 of their source. Layouts are links to their files, or copies. */
export class Trees {
  readonly #folder: string
  readonly #disk: Disk
  readonly #locks: Locks

  constructor(folder: string, disk: Disk, locks: Locks) {
    this.#folder = folder
    this.#disk = disk
    this.#locks = locks
  }

  /** Finds an unchanged tree. A changed tree is removed, and counts as missing. */
  async find(key: string, signal: AbortSignal): Promise<StoredTree | undefined> {
    return this.list(key) === undefined ? undefined : this.#locked(key, signal, () => this.#find(key))
  }

  /** Returns the latest recorded list of a tree. */
  list(key: string): TreeList | undefined {
    const file = join(this.#folder, `${key}.files`)
    return existsSync(file) ? parseTreeList(readFileSync(file, 'utf8')) : undefined
  }

  /**
   * Makes a tree from the files that `work` puts into the draft, a folder that does not exist yet. Without a key, the digest of the tree is
   * its key.
   */
  async make(
    { key, draft, signal }: { readonly key: string | undefined; readonly draft: string; readonly signal: AbortSignal },
    work: (folder: string) => Promise<unknown>,
  ): Promise<StoredTree> {
    const folder = join(this.#folder, `.${draft}.draft`)
    await this.#disk.makeFolder(this.#folder)
    await this.#disk.remove(folder)
    await this.#disk.fill(folder, () => work(folder))
    const drafted = await listTree(folder)
    const name = key ?? treeDigest(drafted)
    return this.#locked(name, signal, async () => {
      const there = await this.#find(name)
      if (there === undefined) return this.#adopt(name, folder, drafted)
      await this.#disk.remove(folder)
      return there
    })
  }

  /** Runs `work`, which links or unlinks files of the tree, while no other process does the same. Records the new ctime of the files afterwards. */
  linking<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#locked(key, signal, async () => {
      const before = await this.#find(key)
      const done = await work()
      if (before !== undefined) await this.#write(key, restamped(before.folder, before.list))
      return done
    })
  }

  async drop(key: string): Promise<void> {
    await this.#disk.remove(join(this.#folder, `${key}.files`))
    await this.#disk.remove(join(this.#folder, key))
  }

  async #find(key: string): Promise<StoredTree | undefined> {
    const list = this.list(key)
    const folder = join(this.#folder, key)
    if (list === undefined || !existsSync(folder)) return undefined
    const compared = await compareTree(folder, list)
    if ('changed' in compared) {
      await this.drop(key)
      return undefined
    }
    if (compared.isRestamped) await this.#write(key, compared.list)
    return { key, folder, list: compared.list }
  }

  async #adopt(key: string, draft: string, drafted: TreeList): Promise<StoredTree> {
    const folder = join(this.#folder, key)
    for (const { path, as } of drafted)
      if (as !== 'link') await this.#disk.chmod(join(draft, path), as === 'program' ? 0o555 : 0o444)
    // Only the contents are synced: a tree that loses its names is noticed, and made again.
    await syncAll(
      this.#disk,
      drafted.flatMap(({ path, as }) => (as === 'link' ? [] : join(draft, path))),
    )
    await this.#disk.remove(folder)
    await this.#disk.rename(draft, folder)
    const list = restamped(folder, drafted)
    await this.#write(key, list)
    return { key, folder, list }
  }

  async #locked<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const lock = await this.#locks.take(`tree ${key}`, { signal })
    try {
      return await work()
    } finally {
      lock.release()
    }
  }

  #write(key: string, list: TreeList): Promise<void> {
    return replaceFile(this.#disk, join(this.#folder, `${key}.files`), formatTreeList(list), { isDurable: false })
  }
}

/** Returns the list with new ctimes: a file with another size or mtime keeps its old stamp, so that the next look reads it. */
function restamped(folder: string, list: TreeList): TreeList {
  return list.map((entry): TreeEntry => {
    const stamp = stampOf(join(folder, entry.path))
    return withoutCtime(stamp) === withoutCtime(entry.stamp) ? { ...entry, stamp } : entry
  })
}

function withoutCtime(stamp: string): string {
  return stamp.slice(0, stamp.lastIndexOf(' '))
}
