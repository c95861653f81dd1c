import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { Failure, shownPath } from '@slipway/model'
import { hasProc } from '@slipway/processes'

/** The folder of a state while nobody else can get in. */
export interface ClosedFolder {
  /** The path of something in it. It leads into this very folder, whatever takes its place meanwhile. */
  path(name: string): string
  /** The names of the regular files in it. */
  files(): readonly string[]
}

/** The group and the mode of a file or a folder. */
export interface Access {
  readonly gid: number
  readonly mode: number
}

/** Tells a folder from another one at the same path; `undefined` if there is none. */
export function folderId(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats && idOf(stats)
}

/**
 * Closes a folder to everybody else, changes what lies in it, and gives the folder itself its new access. Somebody who may write in the folder,
 * or in the one around it, cannot have another file changed in place of these: the folder is held by a handle, and its names do not change while it
 * is closed. After an error, it stays closed.
 *
 * @param known the {@link folderId} of the folder, if it was there before
 * @throws Failure `state/foreign` if something else is in its place, or something in it is a link
 */
export function changeClosed(
  state: string,
  known: string | undefined,
  opened: Access,
  change: (folder: ClosedFolder) => void,
): void {
  const folder = opening(state)
  try {
    if (known !== undefined && idOf(fstatSync(folder)) !== known) throw replaced(state)
    fchmodSync(folder, 0o700)
    const inside = hasProc ? `/proc/self/fd/${folder}` : state
    if (folderId(state) !== idOf(fstatSync(folder))) throw replaced(state)
    change({ path: (name) => join(inside, name), files: () => filesIn(inside, state) })
    fchownSync(folder, -1, opened.gid)
    fchmodSync(folder, opened.mode)
  } finally {
    closeSync(folder)
  }
}

/**
 * Gives a file or a folder in a closed folder to a group.
 *
 * Not through a handle: when a process closes a file of SQLite, it loses its locks on it.
 */
export function give(path: string, { gid, mode }: Access): void {
  chownSync(path, -1, gid)
  chmodSync(path, mode)
}

function opening(state: string): number {
  try {
    return openSync(state, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ELOOP' || code === 'ENOTDIR' ? replaced(state) : error
  }
}

function idOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

/** All regular files, including copies made before upgrades. A file that has another name outside of the folder is somebody's trick. */
function filesIn(inside: string, state: string): readonly string[] {
  const entries = readdirSync(inside).map((name) => ({ name, stats: lstatSync(join(inside, name)) }))
  const files = entries.filter(({ stats }) => stats.isFile())
  const names = Map.groupBy(files, ({ stats }) => stats.ino)
  for (const { name, stats } of entries) {
    const isOfState = name.startsWith('state.db')
    const isElsewhere = stats.isFile() && stats.nlink > (names.get(stats.ino)?.length ?? 0)
    if (isElsewhere || (isOfState && !stats.isFile())) throw linked(join(state, name))
  }
  return files.map(({ name }) => name)
}

function replaced(state: string): Failure {
  return new Failure(
    'state/foreign',
    `another folder, or a link, has taken the place of ${shownPath(state)} meanwhile`,
    {
      hint: 'nothing was shared; see who can write in the folder around it, put that right, and run the command again',
    },
  )
}

export function linked(path: string): Failure {
  return new Failure('state/foreign', `${shownPath(path)} is a link, or has another name elsewhere`, {
    hint: 'nothing more was changed, and the folder is closed to others; see who has put that there, remove it, and run the command again',
  })
}
