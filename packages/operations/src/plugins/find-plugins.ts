import { discoverPlugins, type Discovery, type InstalledPlugin, type PluginRoot } from '@slipway/host'
import { dialects, projectRoot, rootsOf } from '../dialects.ts'
import type { Project } from '../project/project.ts'
import { pluginPathOf } from '../settings/plugin-path.ts'
import type { Slipway } from '../slipway.ts'
import { ownerOfProject } from '../trust/owner-of-project.ts'
import { lockedRoots } from './locked-roots.ts'
import { servedPackages, withServed } from './served-packages.ts'

/** The places to search for plugins. */
export interface PluginPlaces extends Pick<Project, 'settings' | 'folders' | 'trust'> {
  readonly slipway: Slipway
}

/** Returns the brought plugins of an untrusted folder, which may not be launched. */
export function withheldPlugins({ slipway, folders, trust }: PluginPlaces): readonly InstalledPlugin[] {
  if (trust.leftOut.length === 0) return []
  const named = trust.leftOutPlugins.pluginPaths.map((path) => ({ path, origin: 'environment' as const }))
  const roots = [...named, ...dialects.map((dialect) => projectRoot(folders.project, dialect))]
  return discoverPlugins({ dialects, roots, owner: ownerOfProject(slipway, folders.project) }).plugins
}

/** Installed or bundled plugins that load code from their working folder, namely the SDK in its `node_modules` or `venv`. */
const runningCodeOfFolder: ReadonlySet<string> = new Set(['pulumi/pulumi-nodejs', 'pulumi/pulumi-python'])

/** True for a plugin that the user attached or that the project brings. */
function isSaid({ origin }: PluginRoot): boolean {
  return origin === 'attached' || origin === 'project'
}

/** Searches all permitted plugin directories: the directories in the settings and the environment, the default directories, and Slipway's own. */
export function findPlugins(options: PluginPlaces): Discovery {
  const { slipway, settings, folders, trust } = options
  const bundledRoot = slipway.ownPlugins
  const ofPath = new Set(trust.leftOutPlugins.ofPath)
  const roots = rootsOf({
    env: slipway.env,
    home: folders.home,
    project: folders.project,
    ...(bundledRoot !== undefined && { bundledRoot }),
  }).filter(({ origin, path }) => trust.leftOut.length === 0 || (origin !== 'project' && !ofPath.has(path)))
  const named = pluginPathOf(settings, folders.project).map((path) => ({ path, origin: 'environment' as const }))
  const said = roots.filter(isSaid)
  const others = roots.filter((root) => !isSaid(root))
  const found = discoverPlugins({
    dialects,
    roots: [...named, ...said, ...lockedRoots(options), ...others],
    pins: textsOf(settings.below('plugins', 'pin')),
    owner: ownerOfProject(slipway, folders.project),
    allowUnsafe: settings.flag('plugins', 'allowUnsafePaths'),
  })
  // Only such a plugin needs the trust of the folder looked up: most folders have none.
  const mayRun = ({ id }: InstalledPlugin): boolean => !runningCodeOfFolder.has(id) || trust.isTrusted
  const kept = { ...found, plugins: found.plugins.filter(mayRun), others: found.others.filter(mayRun) }
  return withServed(kept, servedPackages(settings))
}

/** Converts settings to texts, by name. */
export function textsOf(settings: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
}
