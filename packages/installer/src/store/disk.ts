import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, open, rm } from 'node:fs/promises'

/**
 * The port through which every change of the installer on disk goes, so that a test can record the change, cut the power between two calls, and fail
 * any call. A change is durable only after its own `sync` and the `sync` of the folder that names it have returned.
 */
export interface Disk {
  readonly makeFolder: (path: string) => Promise<void>
  /** Makes the file, or replaces its contents; never writes through a link. */
  readonly write: (path: string, contents: string) => Promise<void>
  /** Syncs the contents of a file, or the names in a folder. */
  readonly sync: (path: string) => Promise<void>
  /** Renames a file or a folder; replaces a file. */
  readonly rename: (from: string, to: string) => Promise<void>
  readonly link: (from: string, to: string) => Promise<void>
  /** Makes one of the plugin's own links, which stays inside the plugin. */
  readonly symlink: (target: string, path: string) => Promise<void>
  /** Copies a file, and shares its blocks where the file system can. */
  readonly copy: (from: string, to: string) => Promise<void>
  readonly chmod: (path: string, mode: number) => Promise<void>
  readonly removeFile: (path: string) => Promise<void>
  /** Removes a path and everything below it; does nothing if it does not exist. */
  readonly remove: (path: string) => Promise<void>
  /** Lets other code write below the path: the unpacker, a source, a package manager. */
  readonly fill: <T>(path: string, work: () => Promise<T>) => Promise<T>
}

const notThroughLinks = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW

/**
 * The real disk. Calls that take microseconds are made synchronously: in Node's few threads they would wait behind the syncs, which take
 * milliseconds.
 */
export const realDisk: Disk = {
  makeFolder: async (path) => void mkdirSync(path, { recursive: true, mode: 0o755 }),
  write: async (path, contents) => writeHere(path, contents),
  sync: sharedSync,
  rename: async (from, to) => renameSync(from, to),
  link: async (from, to) => linkSync(from, to),
  symlink: async (target, path) => symlinkSync(target, path),
  copy: (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL),
  chmod: async (path, mode) => chmodSync(path, mode),
  removeFile: async (path) => unlinkSync(path),
  remove: removeHere,
  fill: (_path, work) => work(),
}

function writeHere(path: string, contents: string): void {
  const file = openSync(path, notThroughLinks, 0o644)
  try {
    writeFileSync(file, contents)
  } finally {
    closeSync(file)
  }
}

/** The current sync of each path, and the sync after it. */
const underWay = new Map<string, Promise<void>>()
const next = new Map<string, Promise<void>>()

/** Syncs a path. Many processes install into the same few folders, so callers that come during a sync share the next one. */
function sharedSync(path: string): Promise<void> {
  const current = underWay.get(path)
  if (current === undefined) return beginSync(path)
  let shared = next.get(path)
  if (shared === undefined) {
    shared = current.then(
      () => beginSync(path),
      () => beginSync(path),
    )
    next.set(path, shared)
  }
  return shared
}

function beginSync(path: string): Promise<void> {
  next.delete(path)
  const sync = syncPath(path).finally(() => underWay.delete(path))
  underWay.set(path, sync)
  return sync
}

/** Removes a file at once, and a folder bit by bit with its content. */
async function removeHere(path: string): Promise<void> {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) await rm(path, { recursive: true, force: true })
  else if (stats !== undefined) unlinkSync(path)
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A file that gets new contents. */
export interface NewFile {
  readonly path: string
  readonly contents: string
  readonly draft?: string
  /** False if a power cut may destroy the contents: the next reader then notices that and makes them again. */
  readonly isDurable?: boolean
}

/** Replaces a file: afterwards it has either the new contents or the old ones. */
export function replaceFile(
  disk: Disk,
  path: string,
  contents: string,
  more: Pick<NewFile, 'draft' | 'isDurable'> = {},
): Promise<void> {
  return replaceFiles(disk, [{ path, contents, ...more }])
}

/** Replaces the files in order: when one file has its new contents, so have the files before it. Writes are synced side by side. */
export async function replaceFiles(disk: Disk, files: readonly NewFile[]): Promise<void> {
  const drafts = files.map(({ path, draft = `${path}.${process.pid}.draft` }) => draft)
  try {
    for (const [index, draft] of drafts.entries()) {
      // The existing draft may be another program's link to a file of ours.
      await disk.remove(draft)
      await disk.write(draft, files[index]?.contents ?? '')
    }
    await Promise.all(drafts.filter((_, index) => files[index]?.isDurable !== false).map((draft) => disk.sync(draft)))
    for (const [index, draft] of drafts.entries()) await disk.rename(draft, files[index]?.path ?? draft)
  } catch (error) {
    for (const draft of drafts) await disk.remove(draft).catch(() => {})
    throw error
  }
}

/** The number of files that are synced at once: they share the file system's work for a sync. */
const syncedAtOnce = 16

/** Makes the contents of files, or the names in folders, durable. */
export async function syncAll(disk: Disk, paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += syncedAtOnce)
    await Promise.all(paths.slice(at, at + syncedAtOnce).map((path) => disk.sync(path)))
}
