import { existsSync, lstatSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { cacheDir } from '@slipway/host'
import { Failure, shownPath } from '@slipway/model'
import { homeOf } from '../home.ts'
import { isDatabaseUrl } from '@slipway/stores'
import { groupOfFolder } from '@slipway/stores/sqlite'
import type { Settings } from '../settings/settings.ts'
import type { StatePlace } from '../store/state-driver.ts'
import { machineStates, sharedState } from '../store/shared-state.ts'

/** The folders of a project for one user. All paths are absolute. */
export interface Folders extends StatePlace {
  /** The folder in which relative paths of the blueprint start and plugins run. */
  readonly project: string
  readonly logs: string
  readonly runtime: string
  readonly cache: string
  readonly home: string
}

/** The setting for the place of the state; its variable is SLIPWAY_STATE. */
export const statePlaceSetting = ['state', 'place'] as const

/**
 * Returns the folders of a project according to its settings.
 *
 * @throws Failure `state/bad-url`, or as {@link foldersOf}
 */
export async function foldersBy(
  settings: Settings,
  project: string,
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<Folders> {
  const named = settings.text(...statePlaceSetting) ?? ''
  if (!isDatabaseUrl(named)) return foldersOf(project, env, settings.get(...statePlaceSetting)?.base ?? cwd, named)
  const top = machineStates(env)
  // This check must come before anything is written to the folder.
  refuseKernelFolder('state', top, 'XDG_STATE_HOME')
  const shared = await sharedState(named, env, top)
  return { ...foldersOf(project, env, cwd, shared.machine.path), shared }
}

/**
 * Returns the folders of a project. The state lies in `.slipway/` beside the project, unless a folder is named.
 *
 * @param base the base of a relative name
 * @throws Failure `cli/no-folder` if no folder can be created for state or cache
 */
export function foldersOf(
  project: string,
  env: NodeJS.ProcessEnv,
  base: string,
  named = env['SLIPWAY_STATE'] ?? '',
): Folders {
  const state = named === '' ? stateBeside(project) : resolve(base, named)
  const home = homeOf(env)
  const cache = cacheDir({ env, home })
  refuseKernelFolder('state', state, 'SLIPWAY_STATE')
  refuseKernelFolder('cache', cache, 'XDG_CACHE_HOME')
  const own = ownPartOf(state)
  return { project, state, logs: join(own, 'logs'), runtime: join(own, 'run'), cache, home }
}

/** The folder in a shared state with each member's private logs and process records. */
export const membersFolder = 'members'

/** Returns the folder for one user's private files beside a state. */
function ownPartOf(state: string): string {
  if (groupOfFolder(state) === undefined) return state
  const members = join(state, membersFolder)
  const own = join(members, String(process.geteuid?.() ?? 0))
  refusePlanted(members, own)
  return own
}

/**
 * Refuses a private folder that another member planted. Members may write in the state, so one could replace this folder, receive the logs, and
 * choose which processes Slipway ends.
 */
function refusePlanted(members: string, own: string): void {
  const [above, folder] = [members, own].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (above === undefined || (above.isDirectory() && folder === undefined)) return
  const isOwn =
    above.isDirectory() &&
    folder?.isDirectory() === true &&
    folder.uid === process.geteuid?.() &&
    (folder.mode & 0o022) === 0
  if (isOwn) return
  throw new Failure('state/foreign', `${shownPath(own)} is not a folder that only you can write to`, {
    hint: 'somebody in the group put it there: find out who, and remove it; your own files may be beside it under another name',
  })
}

/** Returns the default folder of a project's state. */
export function stateBeside(project: string): string {
  return join(project, '.slipway')
}

/** Returns the folder itself, or its nearest existing parent. */
export function existingPart(folder: string): string {
  let path = folder
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  return path
}

/** Types of the file systems under /proc and /sys. */
const kernelTypes: ReadonlySet<number> = new Set([0x9fa0, 0x62656572, 0x64626720, 0x63677270, 0x27e0eb])

/** Refuses the kernel's file systems: they cannot hold Slipway's files, and Node would retry forever to create a folder in one. */
function refuseKernelFolder(what: string, folder: string, variable: string): void {
  const part = existingPart(folder)
  if (!kernelTypes.has(statfsSync(part).type)) return
  throw new Failure('cli/no-folder', `the ${what} cannot be kept in ${shownPath(folder)}: ${part} holds no files`, {
    hint: `name another folder with ${variable}`,
  })
}
