import { realpathSync, type Stats } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

export interface User {
  readonly uid: number
  readonly gid: number
}

/** The users whose files count as ours: this user, root, and the users that this user allows. */
export interface Owner extends User {
  /** Called once, and only for a file that belongs to neither us nor root. */
  readonly allows?: () => Allowances
}

/** The users and folders whose files count as ours, because the user has said so. */
export interface Allowances {
  /** The user who has called us through sudo. */
  readonly users?: readonly User[]
  /** Groups whose files count as ours, and whose members may write. */
  readonly groups?: ReadonlySet<number>
  readonly folder?: TrustedFolder
}

/**
 * A folder that the user trusts, and its owner. In it, and on the way to it, the files of its owner count as ours, and modes
 * that the file system makes up do not count.
 */
export interface TrustedFolder extends User {
  /** Absolute. */
  readonly path: string
}

/** The user of this process; root's numbers on a system without such numbers. */
export function ownOwner(): User {
  return { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
}

/** True if the group is the user's own: some systems give each user a group with the same number, and make new files writable for it (umask 002). */
export function isPrivateGroup(gid: number, user: User): boolean {
  return gid !== 0 && gid === user.gid && gid === user.uid
}

/** Distinguishes our files from those of others. */
export class OwnFiles {
  readonly owner: Owner
  #allowed: Allowances | undefined
  #places: readonly string[] | undefined

  constructor(owner: Owner) {
    this.owner = owner
  }

  /** @param isInShared true in a folder where everybody may put files; such a folder may give them its group */
  has(path: string, { uid, gid }: Pick<Stats, 'uid' | 'gid'>, isInShared: boolean): boolean {
    if (uid === 0 || uid === this.owner.uid) return true
    return this.#users(path).some((user) => user.uid === uid) || (!isInShared && this.#hasGroup(gid))
  }

  /** True if the members of a group may write files of this user. */
  mayWrite(path: string, uid: number, gid: number): boolean {
    return this.#users(path).some((user) => user.uid === uid && isPrivateGroup(gid, user)) || this.#hasGroup(gid)
  }

  /** Whether the path lies in the trusted folder, or on the way to it. */
  isCovered(path: string): boolean {
    const { folder } = this.#allows
    if (folder === undefined) return false
    this.#places ??= [...new Set([resolve(folder.path), realPath(folder.path)])]
    return this.#places.some((place) => isAtOrBelow(path, place) || isAtOrBelow(place, path))
  }

  #users(path: string): readonly User[] {
    const { users = [], folder } = this.#allows
    return folder !== undefined && this.isCovered(path) ? [...users, folder] : users
  }

  #hasGroup(gid: number): boolean {
    return this.#allows.groups?.has(gid) === true
  }

  get #allows(): Allowances {
    this.#allowed ??= this.owner.allows?.() ?? {}
    return this.#allowed
  }
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === dirname(folder) ? folder : `${folder}${sep}`)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
