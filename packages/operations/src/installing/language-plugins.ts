import { type InstalledPlugin, installByLanguage, type LanguagePlugins } from '@slipway/host'
import { Failure } from '@slipway/model'
import { findPlugins, type PluginPlaces } from '../plugins/find-plugins.ts'
import { withLanguage } from '../plugins/with-language.ts'

/** Returns the language plugins of this machine, including plugins that were just installed. */
export function languagePlugins(places: PluginPlaces): LanguagePlugins {
  let known: ReadonlyMap<string, InstalledPlugin> | undefined
  return {
    has: (runtime) => (known ??= languagesIn(places)).has(runtime),
    async installDependencies(sources) {
      const { name } = sources.runtime
      // The installation may have just added the language.
      const language = languagesIn(places).get(name)
      if (language === undefined) throw noLanguage(name, sources.folder)
      await withLanguage(places, language, (channel) => installByLanguage(channel, sources))
    },
  }
}

function languagesIn(places: PluginPlaces): ReadonlyMap<string, InstalledPlugin> {
  const languages = findPlugins(places).plugins.filter(({ kind }) => kind === 'language')
  return new Map(languages.map((plugin) => [plugin.dialect.called(plugin).name, plugin]))
}

function noLanguage(name: string, folder: string): Failure {
  return new Failure('install/dependencies', `no language plugin for ${name} can be used, and ${folder} needs one`, {
    hint: `slipway plugin list shows the problem; slipway plugin install pulumi:language/${name} installs it again`,
  })
}
