import type { InstalledPlugin, RunningPlugin } from '@slipway/host'
import { Failure } from '@slipway/model'
import type { PluginPlaces } from '../plugins/find-plugins.ts'
import { otherLanguages } from '../plugins/other-languages.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'

/** The names of language plugins that differ from the names of their languages. */
const pluginNames: Readonly<Record<string, string>> = {
  typescript: 'nodejs',
  javascript: 'nodejs',
  csharp: 'dotnet',
  fsharp: 'dotnet',
}

/** Returns the name of the plugin for a language: `nodejs` for `typescript`. */
export function runtimeOf(language: string): string {
  return pluginNames[language] ?? language
}

/**
 * Returns the language plugins that may write programs in a language, best first. Slipway's own plugins only run programs, and are left out.
 * Installs a missing plugin where the user allows it.
 *
 * @throws Failure `convert/no-writer`
 */
export async function writersOf(
  plugins: PluginsPart,
  places: PluginPlaces,
  language: string,
): Promise<readonly InstalledPlugin[]> {
  const runtime = runtimeOf(language)
  const id = `pulumi/language-${runtime}`
  if (!/^[\w-]+$/.test(runtime)) throw noWriter(language)
  await plugins.ensure([{ namespace: id, version: '' }])
  const found = otherLanguages(places, runtime)
  if (found.length === 0) throw noWriter(language)
  return found
}

/** Starts a writer in a process of its own. */
export async function startWriter(plugins: PluginsPart, plugin: InstalledPlugin): Promise<RunningPlugin> {
  return await plugins.host.connect(plugin.id, `writing-${plugin.version || 'any'}`, { plugin })
}

export function noWriter(language: string): Failure {
  const runtime = runtimeOf(language)
  const hint =
    runtime === 'yaml'
      ? '--install installs pulumi-language-yaml; --to pcl keeps what the converter gives'
      : `install Pulumi, or put its pulumi-language-${runtime} on the PATH; --to pcl keeps what the converter gives, and --to yaml needs only pulumi-language-yaml`
  return new Failure(
    'convert/no-writer',
    `no language plugin here writes programs in ${language}: Slipway's own plugins run programs and do not write them`,
    { hint },
  )
}
