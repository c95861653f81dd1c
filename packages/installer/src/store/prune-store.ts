import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from './store.ts'

/** An entry that `pruneStore` has removed, or would remove. */
export interface Pruned {
  /** Absolute. */
  readonly path: string
  readonly bytes: number
}

/** An unfinished download is kept for so long, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000

/** Removes what no installed plugin needs: archives, trees, old unfinished downloads, drafts. Nobody installs meanwhile. */
export async function pruneStore(
  store: Store,
  { now, signal, isTrial = false }: { readonly now: number; readonly signal: AbortSignal; readonly isTrial?: boolean },
): Promise<readonly Pruned[]> {
  const lock = await store.locks.take('store', { signal })
  try {
    for (const { place } of store.records.all())
      if (!isTrial && !existsSync(place.folder)) await store.records.remove(place.folder)
    const { paths, disk } = store
    const downloads = entriesOf(paths.downloads).filter((path) => now - statSync(path).mtimeMs > keptFor)
    const needed = neededDigests(store, new Set(downloads))
    const unneeded = [paths.archives, paths.trees].flatMap((folder) =>
      entriesOf(folder).filter((path) => !needed.has(digestIn(path))),
    )
    const pruned = [...downloads, ...unneeded, ...store.records.leftovers()].map((path) => ({
      path,
      bytes: bytesOf(path),
    }))
    if (!isTrial) for (const { path } of pruned) await disk.remove(path)
    return pruned
  } finally {
    lock.release()
  }
}

function neededDigests(store: Store, without: ReadonlySet<string>): ReadonlySet<string> {
  const needed = new Set(store.records.all().flatMap(({ sha256, tree }) => [sha256, tree]))
  for (const download of entriesOf(store.paths.downloads)) {
    const note = join(download, 'fetched.json')
    if (without.has(download) || !existsSync(note)) continue
    const [digest] = /[0-9a-f]{64}/.exec(readFileSync(note, 'utf8')) ?? []
    if (digest !== undefined) needed.add(digest)
  }
  return needed
}

/** Of `<digest>`, `<digest>.json`, `<digest>.files`; of a draft it is none. */
function digestIn(path: string): string {
  return /[/\\]([0-9a-f]{64})(\.json|\.files)?$/.exec(path)?.[1] ?? ''
}

function entriesOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

function bytesOf(path: string): number {
  const stats = lstatSync(path)
  return stats.isDirectory() ? entriesOf(path).reduce((sum, each) => sum + bytesOf(each), 0) : stats.size
}
