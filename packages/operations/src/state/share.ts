import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import {
  freshName,
  groupFileMode,
  groupFolderMode,
  groupOfFolder,
  holdsState,
  type PlaceFacts,
  placeFacts,
  placeWarning,
  prepareDirectory,
  writeNewFile,
} from '@slipway/stores/sqlite'
import { forgetGroup, groupNamed, type TrustedGroup, trustGroup } from '../trust/trust-group.ts'
import { membersFolder } from '../project/folders.ts'
import { findProject, type Project, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { groupName, userName } from '../trust/account-names.ts'
import { changeClosed, type ClosedFolder, folderId, give, linked } from './closed-folder.ts'
import { withWholeState } from './keys/whole-state.ts'

export interface ShareRequest extends ProjectRequest {
  /** The name or number of the group. */
  readonly group: string
}

export interface Shared extends TrustedGroup {
  /** The absolute folder of the state. */
  readonly state: string
  /** The first folder on the path that the group may not enter. */
  readonly closedAt?: string
  /** A sentence about the file system of the state. */
  readonly warning?: string
}

/**
 * Lets the members of a group use the state of a folder, and makes the caller trust files they write there. Logs, process records and keys
 * stay private to each member.
 *
 * @throws Failure `cli/no-such-group`, `state/not-in-group`, `state/network-file-system`, `state/in-database`, `state/unwritable`
 */
export async function shareState(
  slipway: Slipway,
  { group: named, ...request }: ShareRequest,
  look: (directory: string) => PlaceFacts = placeFacts,
): Promise<Shared> {
  const { folders, files } = await folderToShare(slipway, request)
  const state = realPathOf(folders.state)
  const known = folderId(state)
  const trusted = groupNamed(named)
  refuseStranger(trusted)
  const warning = placeWarning({ directory: state, access: 'write', allowsNetwork: false }, look(state))
  files.assertOwnState([state])
  const open = (): void => changed(state, () => openTo(trusted.gid, state, known))
  if (!holdsState(state)) open()
  // The mode changes under all locks: no run is active, and leftover processes have ended. From then on each member keeps separate process records.
  else
    await withWholeState(slipway, request, 'slipway state share', async ({ lockAll }) => {
      await lockAll()
      open()
    })
  trustGroup(slipway, named)
  const closedAt = closedTo(trusted.gid, state)
  return { ...trusted, state, ...(closedAt !== undefined && { closedAt }), ...(warning !== undefined && { warning }) }
}

/**
 * Makes the state private to its owner again. Copies files of other members, so that they belong to the owner. The members' private folders
 * stay.
 *
 * @throws Failure `state/not-shared`, `cli/locked` during a run, or like {@link shareState}
 */
export async function unshareState(slipway: Slipway, { group: named, ...request }: ShareRequest): Promise<Shared> {
  const { folders } = await folderToShare(slipway, request)
  const state = realPathOf(folders.state)
  const known = folderId(state)
  const gid = groupOfFolder(state)
  const group = groupNamed(named)
  if (gid !== group.gid)
    throw new Failure(
      'state/not-shared',
      `the state in ${shownPath(state)} is not shared with the group ${group.group}`,
      {
        hint: gid === undefined ? 'only its owner uses it' : `it is shared with ${groupName(gid)}`,
      },
    )
  const own = { gid: process.getegid?.() ?? -1, mode: 0o700 }
  const close = (change: (folder: ClosedFolder) => void): void =>
    changed(state, () => changeClosed(state, known, own, change))
  // The state closes under all locks: no run is active, and from then on no other member gets in.
  await withWholeState(slipway, request, 'slipway state share --remove', async ({ lockAll }) => {
    await lockAll()
    close(() => undefined)
  })
  close((folder) => {
    for (const name of folder.files()) makeOwn(folder.path(name))
  })
  return { ...forgetGroup(slipway, named), state }
}

/** Opens the state's folder last: until then no other member gets in. */
function openTo(gid: number, state: string, known: string | undefined): void {
  prepareDirectory(state)
  changeClosed(state, known, { gid, mode: groupFolderMode }, (folder) => {
    for (const name of folder.files()) give(folder.path(name), { gid, mode: groupFileMode })
    const members = folder.path(membersFolder)
    mkdirSync(members, { recursive: true, mode: 0o700 })
    if (!lstatSync(members).isDirectory()) throw linked(join(state, membersFolder))
    // The sticky bit is needed, because otherwise one member could remove the folder of another.
    give(members, { gid, mode: groupFolderMode | 0o1000 })
  })
}

/** The folder that a link names, which the user may have put in place of the state's own. From here on, no other link counts. */
function realPathOf(state: string): string {
  try {
    return realpathSync(state)
  } catch {
    // It is about to be made.
    return state
  }
}

async function folderToShare(slipway: Slipway, request: ProjectRequest): Promise<Project> {
  const project = await findProject(slipway, request, 'looks')
  const { shared } = project.folders
  if (shared !== undefined)
    throw new Failure(
      'state/in-database',
      `the state is in ${shared.address.text}, where groups of this machine have no meaning`,
      {
        hint: 'the database controls access: give each colleague a role and the same address',
      },
    )
  return project
}

function refuseStranger({ gid, group }: TrustedGroup): void {
  if (process.getegid?.() === gid || process.getgroups?.().includes(gid) === true) return
  throw new Failure(
    'state/not-in-group',
    `you are not a member of the group ${group}, so you could not use the shared state yourself`,
    {
      hint: `run the command as a member; if you were just added to it, log in again: newgrp ${group}`,
    },
  )
}

function makeOwn(file: string): void {
  if (lstatSync(file).uid !== process.geteuid?.()) {
    const copy = freshName(file)
    writeNewFile(copy, readFileSync(file))
    renameSync(copy, file)
  }
  give(file, { gid: process.getegid?.() ?? -1, mode: 0o600 })
}

/** Returns the outermost folder on the path that a member of the group may not enter. */
function closedTo(gid: number, directory: string): string | undefined {
  const above = dirname(directory)
  const outer = above === directory ? undefined : closedTo(gid, above)
  if (outer !== undefined) return outer
  const stats = statSync(directory)
  return mayEnter(stats, gid) ? undefined : directory
}

function mayEnter({ mode, gid }: Stats, group: number): boolean {
  return (mode & (gid === group ? 0o010 : 0o001)) !== 0
}

function changed(state: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) throw error
    const owner = lstatSync(state, { throwIfNoEntry: false })?.uid
    const whose = owner === undefined ? '' : `; it belongs to ${userName(owner)}`
    throw new Failure(
      'state/unwritable',
      `${shownPath(state)} cannot be shared: ${systemWords(error) ?? messageOf(error)}${whose}`,
      {
        hint: 'the owner of the folder shares it',
        cause: error,
      },
    )
  }
}
