import { existsSync } from 'node:fs'
import { type Descriptor, type InstallEvent, type Outcome, parseDescriptor } from '@slipway/installer'
import { Failure, shellWord } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import type { Folders } from '../project/folders.ts'
import { findProject, type Project, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { composeInstaller } from './compose-installer.ts'
import { lockFileOf } from './lock-of.ts'
import { lockedHereOnly } from './locked-here-only.ts'
import { elseNewer } from './recorded-descriptor.ts'
import { installRootOf } from './places.ts'
import { setupPlugins, type SetupReport } from './setup-plugins.ts'

/** The options that all installing commands share. */
export interface InstallWish extends ProjectRequest {
  /** Fails instead of changing the lock file. */
  readonly frozen?: boolean
  /** Only from this machine and mirrors of its file system. */
  readonly offline?: boolean
  /** Aborting it ends the downloads; what was downloaded is kept. */
  readonly stop?: AbortSignal | undefined
  readonly onStep?: (event: InstallEvent) => void
}

export interface PluginInstallRequest extends InstallWish {
  /** In any form of the grammar; relative paths start where the caller is. */
  readonly descriptors: readonly string[]
  /** `provider:acme/sqlite@1.0.0`: what the only descriptor is, where its content does not say it. */
  readonly as?: string | undefined
  /** In just this version, even if a higher one is there. */
  readonly exact?: boolean
  /** They are then present, and not installed. */
  readonly downloadOnly?: boolean
}

export interface Installation {
  /** In the order in which they were asked for. */
  readonly outcomes: readonly Outcome[]
  /** The report of the standard installation, if this was the first one. */
  readonly setup?: SetupReport
}

/**
 * Installs plugins that the caller names. In a folder that is trusted they go into the lock file of its project; in any other this works as
 * outside of all projects.
 *
 * @throws Failure `install/bad-descriptor`, and `cli/…` for a project that cannot be read
 */
export async function installPlugins(
  slipway: Slipway,
  request: PluginInstallRequest,
  observe: Observer = ignore,
): Promise<Installation> {
  const { as, descriptors } = request
  if (as !== undefined && descriptors.length > 1)
    throw new Failure('install/bad-descriptor', `--as says what one plugin is, and ${descriptors.length} are named`, {
      hint: `install each by itself: slipway plugin install ${shellWord(descriptors[0] ?? '')} --as ${shellWord(as)}`,
    })
  const wanted = descriptors.map((text) => parseDescriptor(text, { cwd: slipway.cwd, ...(as !== undefined && { as }) }))
  const project = await findProject(slipway, request, 'looks')
  return await installWanted(slipway, project, { ...request, wanted, isAsked: true }, observe)
}

const hour = 3_600_000

export interface Wanted extends InstallWish {
  readonly wanted: readonly Descriptor[]
  /** The user names them himself: a version that he asks for is chosen anew, whatever the lock file says. */
  readonly isAsked?: boolean
  /** The newest versions that fit, whatever is on disk. */
  readonly update?: boolean
  /** Of those, the ones that only the state names: a newer one may stand in for a version that is gone. */
  readonly recorded?: readonly Descriptor[]
  readonly exact?: boolean
  readonly downloadOnly?: boolean
}

/** The one way from descriptors to plugins: every command that installs calls this. */
export async function installWanted(
  slipway: Slipway,
  project: Pick<Project, 'settings' | 'folders' | 'trust'>,
  { wanted, isAsked = false, recorded = [], ...request }: Wanted,
  observe: Observer,
): Promise<Installation> {
  const { settings, folders, trust } = project
  const lock = trust.isTrusted ? lockFileOf(folders.project, request) : undefined
  const setup = firstSetup(slipway, folders, observe)
  const { install } = composeInstaller({
    slipway,
    settings,
    folders,
    trust,
    isOffline: request.offline === true,
    stop: request.stop,
  })
  const options = {
    // A project that asks for a version by number is not served by a higher one.
    exact: request.exact === true || !isAsked,
    frozen: request.frozen === true,
    downloadOnly: request.downloadOnly === true,
    update: request.update === true,
    minimumAge: settings.number('plugins', 'minimumAge') * hour,
    allowScripts: settings.flag('plugins', 'allowScripts'),
    ...(lock !== undefined && { lock }),
    ...(request.onStep !== undefined && { observe: request.onStep }),
  }
  // A version on the command line is chosen anew, whatever the lock file says.
  const named = isAsked ? wanted.filter(({ version }) => version !== undefined) : []
  const others = wanted.filter((descriptor) => !named.includes(descriptor))
  const say = (message: string): void => observe({ type: 'notice', message })
  const outcomes = [
    ...(named.length === 0 ? [] : await install(named, { ...options, anew: true })),
    ...(others.length === 0
      ? []
      : await elseNewer(
          others,
          (each) => recorded.includes(each),
          (list) => install(list, options),
          say,
        )),
  ]
  const byDescriptor = new Map([...named, ...others].map((descriptor, index) => [descriptor, outcomes[index]]))
  const ordered = wanted.flatMap((descriptor) => byDescriptor.get(descriptor) ?? [])
  const alone = lock && lockedHereOnly(lock, ordered)
  if (alone !== undefined) say(alone)
  return { outcomes: ordered, ...(setup !== undefined && { setup }) }
}

/** The first installation makes the standard one: the default directory, with the core plugins in it. */
function firstSetup({ env, ownPlugins }: Slipway, folders: Folders, observe: Observer): SetupReport | undefined {
  const root = installRootOf({ env, home: folders.home })
  if (!root.isDefault || ownPlugins === undefined || existsSync(root.path)) return undefined
  const setup = setupPlugins(env)
  const message = `The core plugins are in ${setup.root}. That is where plugins are looked for unless this variable says otherwise: ${setup.pathLine}`
  observe({ type: 'notice', message })
  return setup
}
