import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isOnMadeUpModes } from './made-up-modes.ts'
import { isPrivateGroup, OwnFiles, type Owner } from './owner.ts'

export { isOnMadeUpModes } from './made-up-modes.ts'
export { ownOwner, type Allowances, type Owner, type TrustedFolder, type User } from './owner.ts'

const mostLinks = 40

/**
 * Why somebody else could put something of his own at a path.
 *
 * - `absent`, `links`: there is nothing, or nothing but links
 * - `owner`: the path belongs to somebody else
 * - `everybody`, `group`: so many may write it
 * - `second-name`: in a folder where everybody may put files, somebody may have given one of ours this name
 */
export interface Finding {
  readonly kind: 'absent' | 'links' | 'owner' | 'everybody' | 'group' | 'second-name'
  /** The path that others could change: the requested one, or one on the way to it. */
  readonly path: string
  /** The reason as a sentence. */
  readonly text: string
  /** Owner of the path; -1 if it does not exist. */
  readonly uid: number
  readonly gid: number
}

interface Looked {
  readonly finding: Finding | undefined
  /** A folder where others may put files beside ours. */
  readonly isShared: boolean
}

/**
 * Whether somebody else could put something of his own at a path: at its file, or at any folder or link on the way to
 * it from the root of the file system. Looks at each of them once.
 */
export class PathTrust {
  readonly #own: OwnFiles
  readonly #hasMadeUpModes: (path: string) => boolean
  readonly #seen = new Map<string, Looked>()

  /** @param hasMadeUpModes see `isOnMadeUpModes` */
  constructor(owner: Owner, hasMadeUpModes = isOnMadeUpModes) {
    this.#own = new OwnFiles(owner)
    this.#hasMadeUpModes = hasMadeUpModes
  }

  /** Trusts a folder and all folders above it. */
  assume(folder: string): void {
    this.#seen.set(resolve(folder), { finding: undefined, isShared: false })
  }

  /** The reason why somebody else could, as a sentence; `undefined` when nobody can. Fails with the system's error where it may not look. */
  problem(path: string): string | undefined {
    return this.finding(path)?.text
  }

  /** Like `problem`, as a value that callers can put into their own words. */
  finding(path: string): Finding | undefined {
    return this.#looked(resolve(path), 0).finding
  }

  /**
   * True if the path itself belongs to another user; the folders above it do not count. A missing file belongs to nobody, and so does one
   * in a folder that we may not read: opening it shows the owner of that folder.
   */
  isForeign(path: string): boolean {
    const absolute = resolve(path)
    const stats = statsWithin(absolute)
    return stats !== undefined && !this.#own.has(absolute, stats, false)
  }

  /**
   * Like `finding`, for an open file. Checks the open file first: a later file at the path is not the one that is read.
   * @param opened the system's data on the open file
   */
  findingOfOpened(path: string, opened: Stats): Finding | undefined {
    const absolute = resolve(path)
    const { finding, isShared } = this.#looked(dirname(absolute), 0)
    return finding ?? this.#findingAt(absolute, opened, isShared) ?? this.finding(absolute)
  }

  #looked(path: string, links: number): Looked {
    let looked = this.#seen.get(path)
    if (looked === undefined) {
      looked = this.#look(path, links)
      this.#seen.set(path, looked)
    }
    return looked
  }

  #look(path: string, links: number): Looked {
    const folder = dirname(path)
    const above = folder === path ? { finding: undefined, isShared: false } : this.#looked(folder, links)
    if (above.finding !== undefined) return above
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return nothingAt('absent', path, `there is no ${path}`)
    const finding = this.#findingAt(path, stats, above.isShared)
    if (finding !== undefined || !stats.isSymbolicLink()) return { finding, isShared: this.#isShared(path, stats) }
    if (links === mostLinks) return nothingAt('links', path, `${path} is behind too many links`)
    return this.#looked(resolve(folder, readlinkSync(path)), links + 1)
  }

  /** In a sticky folder everybody may add files, but change only their own: the next step on the path is checked for its owner. */
  #isShared(path: string, stats: Stats): boolean {
    return stats.isDirectory() && (stats.mode & 0o1000) !== 0 && this.#mayWrite(path, stats) !== undefined
  }

  #findingAt(path: string, stats: Stats, isInShared: boolean): Finding | undefined {
    const { uid, gid } = stats
    const found = (kind: Finding['kind'], text: string): Finding => ({ kind, path, text: `${path} ${text}`, uid, gid })
    if (!this.#own.has(path, stats, isInShared)) return found('owner', `belongs to the user with id ${uid}`)
    // A link has no permissions of its own.
    if (stats.isSymbolicLink() || (stats.isDirectory() && (stats.mode & 0o1000) !== 0)) return undefined
    const who = this.#mayWrite(path, stats)
    if (who === 'everybody') return found('everybody', 'is writable for everybody')
    if (who === 'group') return found('group', `is writable for the group with id ${gid}`)
    if (isInShared && stats.isFile() && stats.nlink > 1)
      return found('second-name', `has a second name, and everybody can put files beside it`)
    return undefined
  }

  #mayWrite(path: string, { uid, gid, mode }: Stats): 'everybody' | 'group' | undefined {
    const isForAll = (mode & 0o002) !== 0
    const isForGroup =
      (mode & 0o020) !== 0 && !isPrivateGroup(gid, this.#own.owner) && !this.#own.mayWrite(path, uid, gid)
    if (!isForAll && !isForGroup) return undefined
    if (this.#own.isCovered(path) && this.#hasMadeUpModes(path)) return undefined
    return isForAll ? 'everybody' : 'group'
  }
}

/** The status of a path; `undefined` if there is none, or if we may not look into its folder. */
function statsWithin(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return undefined
    throw error
  }
}

function nothingAt(kind: 'absent' | 'links', path: string, text: string): Looked {
  return { finding: { kind, path, text, uid: -1, gid: -1 }, isShared: false }
}
