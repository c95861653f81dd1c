import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  statfsSync,
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { isGroupFolder } from './group-folder.ts'
import { Failure, codeOf, messageOf, shownPath, systemWords } from '@slipway/model'

/** Types of file systems where no folder can be created, as in `statfs`: proc and sysfs. */
const kernelFileSystems: ReadonlySet<number> = new Set([0x9fa0, 0x62656572])

/** SQLite's side files, which SQLite opens without any check, and ours. */
export const sideFiles = ['-wal', '-shm', '-commits'] as const

/** Fails with `state/unwritable` for a folder that cannot be created, below a file or in /proc. Creates nothing. */
export function refuseImpossible(directory: string): void {
  const { path, stats } = nearestExisting(directory)
  if (!stats.isDirectory()) throw impossible(directory, `${path} is not a folder`)
  if (path !== directory && kernelFileSystems.has(statfsSync(path).type))
    throw impossible(directory, `no folder can be made in ${path}`)
}

/** Creates a folder step by step. Node's recursive way retries forever if the system reports an existing folder as missing, as in /proc. */
export function makeDirectory(directory: string): void {
  refuseImpossible(directory)
  for (const path of missingFolders(directory)) {
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      const isMade =
        (error as NodeJS.ErrnoException).code === 'EEXIST' && statOf(path, statSync)?.isDirectory() === true
      if (!isMade) throw impossible(directory, messageOf(error), error)
    }
  }
}

/**
 * True if the file exists. Refuses what must not count as a missing or own state: an unreadable folder (`state/unreadable`), a link or a
 * special file (`state/not-a-file`), a file of another user (`state/foreign`).
 */
export function isThere(file: string): boolean {
  const directory = dirname(file)
  const folder = statOf(directory, statSync)
  if (folder?.isDirectory() !== true) {
    refuseDangling(directory)
    refuseImpossible(directory)
    return false
  }
  const owners = trustedOwners(directory)
  // Another user's link may lead to a different state of this user.
  const link = lstatSync(directory)
  if (link.isSymbolicLink()) refuseForeign(directory, link, { owners })
  const trusted = { owners, ...(isGroupFolder(folder) && { group: folder.gid }) }
  refuseForeign(directory, folder, trusted)
  const there = checkFile(file, trusted)
  for (const side of sideFiles) checkFile(`${file}${side}`, trusted)
  return there
}

/** True if the file or any of its side files exists, intact or not. */
export function isAnythingLeft(file: string): boolean {
  return ['', ...sideFiles].some((side) => statOf(`${file}${side}`, lstatSync) !== undefined)
}

/** Refuses a link to a missing target, for example on an unmounted disk: the state may be there. */
function refuseDangling(directory: string): void {
  if (statOf(directory, lstatSync)?.isSymbolicLink() !== true) return
  const why = `it is a link to ${shownPath(readlinkSync(directory))}, which does not exist`
  throw new Failure('state/unreadable', `the state in ${shownPath(directory)} cannot be read: ${why}`, {
    hint: 'restore the target of the link, or remove the link if there is no state yet',
  })
}

/** Owner and mode of the innermost part of the path that this user can see. */
export function ownerText(path: string): string {
  const { path: nearest, stats } = nearestVisible(path)
  return `${nearest} belongs to ${userText(stats.uid)}, mode ${(stats.mode & 0o777).toString(8).padStart(4, '0')}`
}

function checkFile(file: string, trusted: Trusted): boolean {
  const stats = statOf(file, lstatSync)
  if (stats === undefined) return false
  if (!stats.isFile()) throw notAFile(file, stats)
  refuseForeign(file, stats, trusted)
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw unreadable(file, error)
  }
  return true
}

/**
 * The owners whose state is accepted, including the owner of the parent folder, since root may work on another user's project.
 * `refuseForeignState` of operations checks beforehand whether the user trusts that owner.
 */
function trustedOwners(directory: string): ReadonlySet<number> {
  const owners = new Set([0, process.geteuid?.() ?? 0])
  const above = statOf(dirname(directory), statSync)
  if (above !== undefined) owners.add(above.uid)
  return owners
}

interface Trusted {
  readonly owners: ReadonlySet<number>
  /** The group of a shared folder: only its members can have put files of that group there. */
  readonly group?: number
}

/** Refuses a foreign state. Slipway acts on the state, so a planted one could make it destroy anything. */
function refuseForeign(path: string, { uid, gid }: Stats, { owners, group }: Trusted): void {
  if (owners.has(uid) || gid === group) return
  throw new Failure('state/foreign', `${path} belongs to ${userText(uid)}`, {
    hint: 'run the command as that user; or, if the state is yours, take it over with chown; or name another folder with SLIPWAY_STATE; a team keeps its state under its own user: sudo -u NAME slipway up',
  })
}

/** The status of a path; `undefined` if it does not exist. */
function statOf(path: string, stat: (path: string) => Stats): Stats | undefined {
  try {
    return stat(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw unreadable(path, error)
  }
}

function unreadable(path: string, cause: unknown): Failure {
  const why = systemWords(cause) ?? messageOf(cause)
  const isLong = codeOf(cause) === 'ENAMETOOLONG'
  return new Failure('state/unreadable', `the state in ${shownPath(path)} cannot be read: ${why}`, {
    details: isLong ? [] : [ownerText(path)],
    hint: isLong
      ? 'name another folder with SLIPWAY_STATE'
      : 'run the command as that user, make the folder readable for this one, or name another folder with SLIPWAY_STATE',
    cause,
  })
}

function impossible(directory: string, why: string, cause?: unknown): Failure {
  return new Failure('state/unwritable', `the folder ${directory} cannot be made: ${why}`, {
    hint: 'name another folder with SLIPWAY_STATE',
    cause,
  })
}

function notAFile(file: string, stats: Stats): Failure {
  const what = stats.isSymbolicLink() ? 'a symbolic link' : 'not a regular file'
  return new Failure('state/not-a-file', `${file} is ${what}`, {
    hint: 'if you did not change it, find out who did; to use a state in another place, set SLIPWAY_STATE',
  })
}

/** The missing folders, from the outermost. */
function missingFolders(directory: string): readonly string[] {
  const { path } = nearestExisting(directory)
  const missing: string[] = []
  for (let folder = directory; folder !== path; folder = dirname(folder)) missing.unshift(folder)
  return missing
}

interface Existing {
  readonly path: string
  readonly stats: Stats
}

/** The innermost part of the path that exists. */
export function nearestFolder(path: string): string {
  return nearestExisting(path).path
}

function nearestExisting(path: string): Existing {
  const stats = statOf(path, statSync)
  return stats === undefined ? nearestExisting(dirname(path)) : { path, stats }
}

/** The innermost part of the path that this user can see. */
function nearestVisible(path: string): Existing {
  try {
    return { path, stats: lstatSync(path) }
  } catch (error) {
    if (dirname(path) === path) throw error
    return nearestVisible(dirname(path))
  }
}

/** Names a user: `user ada (uid 1000)` */
function userText(uid: number): string {
  const name = passwd()
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[2] === String(uid))?.[0]
  return name === undefined ? `another user (uid ${uid})` : `user ${name} (uid ${uid})`
}

function passwd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}
