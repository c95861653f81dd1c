import type { InstalledPlugin } from '@slipway/host'
import { checkInstalledFile, type InstallRecord, isAtLeast, knownLevel, type Level } from '@slipway/installer'
import { Failure, shellWord } from '@slipway/model'
import { placesOfLevels } from '../project/plugin-store.ts'
import type { PluginPlaces } from './find-plugins.ts'

/**
 * Makes the check before each launch: the plugin must be unchanged since its installation, with sufficient proof for `plugins.verify`. Does not
 * check bundled plugins, nor plugins that another process started.
 */
export function launchCheck({
  slipway: { env },
  settings,
  folders: { home },
}: Omit<PluginPlaces, 'trust'>): (plugin: InstalledPlugin) => Promise<void> {
  const places = placesOfLevels({ env, home }, settings)
  const minimum = (settings.text('plugins', 'verify') ?? 'none') as Level
  return async (plugin) => {
    const record = await checkInstalledFile(places.store, plugin.file)
    const { origin, holds } = plugin.root
    // For types defined in the project's own sources, the trust in the folder is enough.
    if (plugin.sources !== undefined) return
    if (minimum === 'none' || origin === 'bundled' || origin === 'attached') return
    if (record === undefined) throw unverified(plugin, minimum)
    const known = knownLevel(record, places)
    // `holds` is set only for a plugin with exactly the bytes in the lock file.
    const level = holds !== undefined && !isAtLeast(known, 'lock') ? 'lock' : known
    if (!isAtLeast(level, minimum)) throw tooLittle(plugin, record, level, minimum)
  }
}

function unverified({ id, file }: InstalledPlugin, minimum: Level): Failure {
  return new Failure(
    'install/level',
    `${id} is not launched: Slipway has not installed ${file}, so nothing is known about it, but plugins.verify requires "${minimum}"`,
    { hint: 'install the plugin with slipway plugin install, or lower plugins.verify in your own settings' },
  )
}

function tooLittle(
  { id, version }: InstalledPlugin,
  { written }: InstallRecord,
  level: Level,
  minimum: Level,
): Failure {
  return new Failure(
    'install/level',
    `${id} ${version} is not launched: it reaches the level "${level}", but plugins.verify requires "${minimum}"`,
    {
      hint: `slipway plugin install ${shellWord(written)} verifies it, if its source has more; or lower plugins.verify in your own settings`,
    },
  )
}
