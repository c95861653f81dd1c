import type { Discovery, InstalledPlugin } from '@slipway/host'
import { rootsOf } from '../dialects.ts'
import { ignore } from '../events.ts'
import { isCopyOf } from '../installing/copy-plugin.ts'
import { type PluginLevel, pluginLevels } from '../installing/installed/plugin-levels.ts'
import { findPlugins } from '../plugins/find-plugins.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { pluginPathOf } from '../settings/plugin-path.ts'
import type { Slipway } from '../slipway.ts'
import { tellLeftOut } from '../trust/tell-left-out.ts'

export interface PluginList extends Discovery {
  /** The searched folders, except the folders of bundled plugins and of the PATH. */
  readonly searched: readonly string[]
  /** Returns the level of a plugin; `undefined` for a bundled plugin or a plugin that runs elsewhere. */
  readonly levelOf: (plugin: InstalledPlugin) => PluginLevel | undefined
}

/** Lists the plugins that would be launched, and the other findings of discovery. */
export async function listPlugins(
  slipway: Slipway,
  request: ProjectRequest = {},
  observe = ignore,
): Promise<PluginList> {
  const { settings, folders, trust } = await findProject(slipway, request, 'checks')
  tellLeftOut({ trust, settings }, observe)
  const roots = rootsOf({ env: slipway.env, home: folders.home, project: folders.project })
    .filter(({ origin }) => origin !== 'attached' && origin !== 'path')
    .map((root) => root.path)
  const ofFile = await pluginLevels(slipway, { settings, folders })
  return {
    levelOf: (plugin) =>
      plugin.root.origin === 'attached' || isOwn(plugin, slipway) ? undefined : ofFile(plugin.file),
    ...findPlugins({ slipway, settings, folders, trust }),
    searched: [...new Set([...pluginPathOf(settings, folders.project), ...roots])],
  }
}

/** True for a bundled plugin, or for its copy that the first installation made in the default directory. */
function isOwn(plugin: InstalledPlugin, { ownPlugins }: Slipway): boolean {
  if (plugin.root.origin === 'bundled') return true
  return ownPlugins !== undefined && plugin.root.origin === 'default' && isCopyOf(plugin, ownPlugins)
}
