import { createHash } from 'node:crypto'
import { acceptedBy, viewDeskOf } from '@slipway/host'
import type { RunningPackage, WantedPackage } from '@slipway/programs'
import { installedPackage, type PackagePlugins } from './installed-package.ts'

/**
 * Starts the plugin of a package in a process for one use. Fails like `installedPackage`.
 *
 * @param environment environment variables in addition to those of all plugins
 */
export async function startPackage(
  plugins: PackagePlugins,
  wanted: WantedPackage,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningPackage> {
  const { use, parameter, variables } = wanted
  await plugins.ensure([{ namespace: `${wanted.pkg}:`, version: wanted.version, server: wanted.server }])
  const plugin = installedPackage(plugins, wanted)
  const running = await plugins.host.connect(plugin.id, processOf(use), { parameter, plugin, variables, environment })
  return {
    pluginId: plugin.id,
    channel: running.channel,
    launch: () => running.hostId,
    views: () => viewDeskOf(running),
    greeted: () => {
      const accepted = acceptedBy(running)
      return accepted && { secrets: accepted.secrets, resources: accepted.resources, preview: true }
    },
  }
}

/** Returns the name of a process for one provider of a program: `eu-1f0c…`. The name is valid in file names. */
function processOf(use: string): string {
  const name = (use.split('::')[3] ?? use).replaceAll(/[^\w-]/g, '-').slice(0, 40)
  return `${name}-${createHash('sha256').update(use).digest('hex').slice(0, 12)}`
}
