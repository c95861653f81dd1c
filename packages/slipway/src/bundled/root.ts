import { join } from 'node:path'
import { currentBuild, noteBuild } from './manifest.ts'
import { bundledPlugins } from './sources.ts'
import { workspaceCache } from './workspace.ts'

/** The plugin root with Slipway's own plugins, built when there is none or its sources have changed. */
export async function bundledRoot(userCache: string): Promise<string> {
  const directory = join(workspaceCache() ?? userCache, 'plugins')
  const plugins = bundledPlugins()
  const subject = plugins.map(({ id, version, entry }) => `${id}@${version} ${entry}`).join(', ')
  const manifestFile = join(directory, 'manifest.json')
  const known = currentBuild(manifestFile, subject)
  if (known !== undefined) return known
  const { buildPlugins } = await import('./build-plugins.ts')
  const { root, inputs } = await buildPlugins(plugins, directory)
  noteBuild(manifestFile, root, subject, inputs)
  return root
}
