import type { InstalledPlugin, PluginHost } from '@slipway/host'
import { Failure } from '@slipway/model'
import type { MissingPlugin } from './missing-plugins.ts'

/** A source of Pulumi plugins. */
export interface PackagePlugins {
  readonly host: Pick<PluginHost, 'connect'>
  pluginFor(namespace: string): InstalledPlugin | undefined
  pluginOfVersion(namespace: string, version: string): InstalledPlugin | undefined
  versionsOf(namespace: string): readonly string[]
  ensure(needed: Iterable<MissingPlugin>): Promise<void>
  howToInstall(wanted: MissingPlugin): string | undefined
}

/** A request for a specific Pulumi plugin. */
interface WantedPlugin {
  /** `random` */
  readonly pkg: string
  /** The exact version. Empty: the default version. */
  readonly version: string
  /** The server to download the plugin from. Absent: none was named. */
  readonly server?: string | undefined
}

/** Versions of a plugin from a folder or a repository that does not state its version. Such a plugin is installed as `0.0.0`. */
const saysNoVersion: ReadonlySet<string> = new Set(['', '0.0.0'])

/** True if a plugin satisfies a request for this version. Empty: any version. */
export function isOfVersion({ version }: InstalledPlugin, wanted: string): boolean {
  return wanted === '' || saysNoVersion.has(version) || version === wanted.replace(/^v/, '')
}

/** Returns the reason why a package's plugin is unavailable; `undefined` if it is available. */
export function missingPackage(plugins: PackagePlugins, wanted: WantedPlugin): Failure | undefined {
  try {
    installedPackage(plugins, wanted)
    return undefined
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}

/** Returns the installed plugin of a package. Fails with `cli/no-provider`, or with `programs/no-version` if only other versions are installed. */
export function installedPackage(plugins: PackagePlugins, { pkg, version, server }: WantedPlugin): InstalledPlugin {
  const namespace = `${pkg}:`
  const plugin = plugins.pluginOfVersion(namespace, version)
  if (plugin !== undefined) return plugin
  const there = plugins.versionsOf(namespace)
  const install = plugins.howToInstall({ namespace, version, server })
  if (plugins.pluginFor(namespace) === undefined)
    throw new Failure('cli/no-provider', `no plugin for ${pkg} is installed`, {
      hint: `${install ?? `pulumi-resource-${pkg} must be on the PATH, or in the plugin folder of Pulumi`}; slipway plugin list shows the installed plugins`,
    })
  throw new Failure(
    'programs/no-version',
    `version ${version} of the plugin for ${pkg} is not installed; the installed ones are ${there.join(', ')}`,
    {
      hint: `${install ?? 'install it'}; or use another version instead: plugins.pin: {pulumi/${pkg}: ${there.at(-1)}} in the settings`,
    },
  )
}
