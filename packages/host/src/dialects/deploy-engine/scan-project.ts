import { parsePluginId } from '@slipway/model'
import type { PluginRoot } from '../../layout.ts'
import type { Dialect, InstalledPlugin, Scan } from '../dialect.ts'
import { pluginPackages } from './npm-packages.ts'

/** The plugins that a project has as npm packages. */
export function scanProject(root: PluginRoot, dialect: Dialect): Scan {
  const { packages, problems } = pluginPackages(root.path)
  const plugins = packages.map(({ plugin: { id, kind, version }, file }): InstalledPlugin => {
    const namespace = parsePluginId(id)?.plugin ?? id
    return { id, kind, version, namespace, file, root, dialect }
  })
  return { plugins, problems }
}
