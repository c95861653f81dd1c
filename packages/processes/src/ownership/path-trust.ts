import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The users whose files count as ours: this user, and root. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Of this process; nobody in particular where a system has no such numbers. */
export function ownOwner(): Owner {
  return { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
}

const mostLinks = 40

/**
 * Whether somebody else could put something of his own at a path: at its file, or at any folder or link on the way to
 * it from the root of the file system. Looks at each of them once.
 */
export class PathTrust {
  readonly #owner: Owner
  readonly #seen = new Map<string, string | undefined>()

  constructor(owner: Owner) {
    this.#owner = owner
  }

  /** Takes a folder, and all above it, for trusted. */
  assume(folder: string): void {
    this.#seen.set(resolve(folder), undefined)
  }

  /** Why somebody else could; `undefined` when nobody can. Fails with the system's error where it may not look. */
  problem(path: string, links = 0): string | undefined {
    const absolute = resolve(path)
    if (!this.#seen.has(absolute)) this.#seen.set(absolute, this.#look(absolute, links))
    return this.#seen.get(absolute)
  }

  #look(path: string, links: number): string | undefined {
    const folder = dirname(path)
    const above = folder === path ? undefined : this.problem(folder, links)
    if (above !== undefined) return above
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return `there is no ${path}`
    const own = this.#problemOf(path, stats)
    if (own !== undefined || !stats.isSymbolicLink()) return own
    if (links === mostLinks) return `${path} is behind too many links`
    return this.problem(resolve(folder, readlinkSync(path)), links + 1)
  }

  #problemOf(path: string, stats: Stats): string | undefined {
    const { uid, gid, mode } = stats
    const owner = this.#owner
    if (uid !== 0 && uid !== owner.uid) return `${path} belongs to the user with id ${uid}`
    // A link has no permissions of its own. In a sticky folder everybody may add, but change only what is his; and what
    // comes next on the way is asked for its owner, too.
    if (stats.isSymbolicLink() || (stats.isDirectory() && (mode & 0o1000) !== 0)) return undefined
    if ((mode & 0o002) !== 0) return `${path} is writable for everybody`
    // Some systems give each user a group of the same number, and files are born writable by it (umask 002).
    const ownGroup = gid === owner.gid && gid === owner.uid && gid !== 0
    if ((mode & 0o020) !== 0 && !ownGroup) return `${path} is writable for the group with id ${gid}`
    return undefined
  }
}
