import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from './store.ts'

/** An entry that `pruneStore` has removed, or would remove. */
export interface Pruned {
  /** Absolute. */
  readonly path: string
  readonly bytes: number
}

/** The time that an unfinished download is kept, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000

/** Removes everything that no installed plugin needs: archives, trees, old unfinished downloads, drafts. No install runs meanwhile. */
export async function pruneStore(
  store: Store,
  { now, signal, isTrial = false }: { readonly now: number; readonly signal: AbortSignal; readonly isTrial?: boolean },
): Promise<readonly Pruned[]> {
  const lock = await store.locks.take('store', { signal })
  try {
    for (const { place } of store.records.all())
      if (!isTrial && !existsSync(place.folder)) await store.records.remove(place.folder)
    const { paths, disk } = store
    const installed = new Set(store.records.all().flatMap(({ sha256, tree }) => [sha256, tree]))
    const downloads = entriesOf(paths.downloads).map((path) => ({ path, digest: fetchedIn(path) }))
    const isOver = (path: string, digest: string | undefined): boolean =>
      now - statSync(path).mtimeMs > keptFor || (digest !== undefined && installed.has(digest))
    const over = downloads.flatMap(({ path, digest }) => (isOver(path, digest) ? [path] : []))
    const kept = downloads.flatMap(({ path, digest }) => (over.includes(path) ? [] : (digest ?? [])))
    const needed = new Set([...installed, ...kept])
    const unneeded = [paths.archives, paths.trees].flatMap((folder) =>
      entriesOf(folder).filter((path) => !needed.has(digestIn(path))),
    )
    const pruned = [...over, ...unneeded, ...store.records.leftovers()].map((path) => ({
      path,
      bytes: bytesOf(path),
    }))
    if (!isTrial) for (const { path } of pruned) await disk.remove(path)
    return pruned
  } finally {
    lock.release()
  }
}

/** Returns the digest of a complete download that was not installed when the note was written. */
function fetchedIn(download: string): string | undefined {
  const note = join(download, 'fetched.json')
  if (!existsSync(note)) return undefined
  return /"sha256":"([0-9a-f]{64})"\}\s*$/.exec(readFileSync(note, 'utf8'))?.[1]
}

/** Returns the digest in `<digest>`, `<digest>.json` or `<digest>.files`; empty for a draft. */
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
