import type { Discovery } from '@slipway/host'
import { type InstallRecord, knownLevel, type ListedInstall, type Pruned } from '@slipway/installer'
import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { findPlugins } from '../../plugins/find-plugins.ts'
import { findProject, type Project, type ProjectRequest } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'
import { composeInstaller, type ComposedInstaller } from '../compose-installer.ts'
import { placesOfLevels } from '../../project/plugin-store.ts'
import { pluginIdOf } from '../plugin-id-of.ts'
import { isCalled } from '../update-plugins.ts'

export interface NamedRequest extends ProjectRequest {
  /** The plugins as ids or descriptors, optionally with `@version`, or as their last parts: `random`. Empty: all plugins. */
  readonly names?: readonly string[]
  readonly offline?: boolean
  readonly stop?: AbortSignal | undefined
}

interface Installing {
  readonly project: Project
  readonly installer: ComposedInstaller
  /** Finds all plugins of this machine, whatever their origin. */
  readonly find: () => Discovery
}

/** Opens the installer for a command that shows or changes installed plugins. */
export async function installing(slipway: Slipway, request: NamedRequest): Promise<Installing> {
  const project = await findProject(slipway, request, 'looks', true)
  const { settings, folders, trust } = project
  const isOffline = request.offline === true
  return {
    project,
    installer: composeInstaller({ slipway, settings, folders, trust, isOffline, stop: request.stop }),
    find: () => findPlugins({ slipway, ...project }),
  }
}

/** Compares each file of the installed plugins with its content at installation. */
export async function verifyPlugins(slipway: Slipway, request: NamedRequest = {}): Promise<readonly ListedInstall[]> {
  const { installer, project, find } = await installing(slipway, request)
  const places = placesOfLevels({ env: slipway.env, home: project.folders.home }, project.settings)
  return named(await installer.list(), request.names ?? [], find).map((each) => asKnown(each, places))
}

/** Replaces the recorded level with the level that this machine itself knows. */
function asKnown(listed: ListedInstall, places: Parameters<typeof knownLevel>[1]): ListedInstall {
  return { ...listed, record: { ...listed.record, level: knownLevel(listed.record, places) } }
}

/**
 * Removes plugins that Slipway has installed or begun to install. Lock files stay unchanged: a project that needs a removed plugin installs
 * it again.
 *
 * @throws Failure `install/no-such-plugin`, `install/still-needed`
 */
export async function removePlugins(slipway: Slipway, request: NamedRequest): Promise<readonly InstallRecord[]> {
  const { installer, find } = await installing(slipway, request)
  const unfinished = find().problems.flatMap(({ file = '' }) => installer.unfinished(file) ?? [])
  const all = [...(await installer.list()), ...unfinished.map((record) => ({ record }))]
  const found = named(all, request.names ?? [], find).map(({ record }) => record)
  for (const record of found) await installer.remove(record)
  return found
}

export interface PruneRequest extends ProjectRequest {
  /** Whether to only list the plugins to remove. */
  readonly isTrial?: boolean
}

/** Removes downloads that no installed plugin needs any more. */
export async function prunePlugins(slipway: Slipway, request: PruneRequest = {}): Promise<readonly Pruned[]> {
  const { installer } = await installing(slipway, request)
  return await installer.prune({ isTrial: request.isTrial === true })
}

/** Returns the plugins with these names. Fails if a name matches none of them. */
export function named(
  all: readonly ListedInstall[],
  names: readonly string[],
  find: Installing['find'],
): readonly ListedInstall[] {
  if (names.length === 0) return all
  const found = names.map((name) => {
    const those = all.filter(({ record }) => isNamed(record, name))
    if (those.length === 0) throw noSuchPlugin(name, all, find())
    return those
  })
  return [...new Set(found.flat())]
}

function isNamed({ identity, descriptor }: InstallRecord, name: string): boolean {
  const at = name.lastIndexOf('@')
  const [plain, version] = at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, undefined]
  if (version !== undefined && identity.version !== version) return false
  return [pluginIdOf(identity), identity.name, descriptor].some((each) => isCalled(plain, each))
}

function noSuchPlugin(name: string, all: readonly ListedInstall[], { plugins }: Discovery): Failure {
  const placed = plugins.find(({ id }) => isCalled(name, id))
  if (placed !== undefined)
    return new Failure('install/no-such-plugin', `Slipway has not installed ${name}: it is in ${placed.file}`, {
      hint: 'remove the plugin by hand, or with npm uninstall if it is a package of npm',
    })
  const names = [...new Set(all.map(({ record }) => pluginIdOf(record.identity)))]
  return new Failure('install/no-such-plugin', `Slipway has installed no plugin called ${name}`, {
    hint: didYouMean(name, names) ?? 'slipway plugin list shows the installed plugins',
  })
}
