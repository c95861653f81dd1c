import { existsSync } from 'node:fs'
import { type Descriptor, type InstallEvent, type Outcome, parseDescriptor } from '@slipway/installer'
import { Failure, shellWord } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import type { Folders } from '../project/folders.ts'
import { findProject, type Project, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { tellIgnored } from '../trust/tell-left-out.ts'
import { composeInstaller } from './compose-installer.ts'
import { lockFileOf } from './lock-of.ts'
import { lockedHereOnly } from './locked-here-only.ts'
import { elseNewer } from './recorded-descriptor.ts'
import { installRootOf } from './places.ts'
import { setupPlugins, type SetupReport } from './setup-plugins.ts'

/** The options that all installing commands share. */
export interface InstallWish extends ProjectRequest {
  /** Whether to fail instead of changing the lock file. */
  readonly frozen?: boolean
  /** Whether to install only from this machine and from mirrors in its file system. */
  readonly offline?: boolean
  /** Aborting this signal ends the downloads; complete downloads are kept. */
  readonly stop?: AbortSignal | undefined
  readonly onStep?: (event: InstallEvent) => void
}

export interface PluginInstallRequest extends InstallWish {
  /** The descriptors in any form of the grammar. Relative paths start at the caller's working directory. */
  readonly descriptors: readonly string[]
  /** `provider:acme/sqlite@1.0.0`: the identity of the only descriptor, if its content does not state it. */
  readonly as?: string | undefined
  /** Whether to install exactly this version, even if a higher version is present. */
  readonly exact?: boolean
  /** Whether to download the plugins without installing them. */
  readonly downloadOnly?: boolean
}

export interface Installation {
  /** The outcomes in the order of the request. */
  readonly outcomes: readonly Outcome[]
  /** The report of the standard installation. Present if this was the first installation. */
  readonly setup?: SetupReport
}

/**
 * Installs the named plugins. In a trusted folder, records them in the project's lock file. In any other folder, works without a lock file.
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
    throw new Failure('install/bad-descriptor', `--as describes one plugin, but you named ${descriptors.length}`, {
      hint: `install each by itself: slipway plugin install ${shellWord(descriptors[0] ?? '')} --as ${shellWord(as)}`,
    })
  const wanted = descriptors.map((text) => parseDescriptor(text, { cwd: slipway.cwd, ...(as !== undefined && { as }) }))
  const project = await findProject(slipway, request, 'looks')
  tellIgnored(project, observe)
  return await installWanted(slipway, project, { ...request, wanted, isAsked: true }, observe)
}

const hour = 3_600_000

export interface Wanted extends InstallWish {
  readonly wanted: readonly Descriptor[]
  /** True if the user names the plugins. A version that the user asks for is then resolved anew, regardless of the lock file. */
  readonly isAsked?: boolean
  /** Whether to take the newest matching versions, regardless of the versions on disk. */
  readonly update?: boolean
  /** The part of `wanted` that only the state names. A newer version may replace a version that no longer exists. */
  readonly recorded?: readonly Descriptor[]
  readonly exact?: boolean
  readonly downloadOnly?: boolean
}

/** Installs plugins from their descriptors. Every command that installs calls this. */
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
    // A project that names a version does not accept a higher version.
    exact: request.exact === true || !isAsked,
    frozen: request.frozen === true,
    downloadOnly: request.downloadOnly === true,
    update: request.update === true,
    minimumAge: settings.number('plugins', 'minimumAge') * hour,
    allowScripts: settings.flag('plugins', 'allowScripts'),
    ...(lock !== undefined && { lock }),
    ...(request.onStep !== undefined && { observe: request.onStep }),
  }
  // A version on the command line is resolved anew, regardless of the lock file.
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

/** Makes the standard installation at the first installation of a plugin. */
function firstSetup({ env, ownPlugins }: Slipway, folders: Folders, observe: Observer): SetupReport | undefined {
  const root = installRootOf({ env, home: folders.home })
  if (!root.isDefault || ownPlugins === undefined || existsSync(root.path)) return undefined
  const setup = setupPlugins(env)
  const message = `The core plugins are in ${setup.root}. Slipway looks for plugins there unless this variable names another place: ${setup.pathLine}`
  observe({ type: 'notice', message })
  return setup
}
