import type { Discovery, InstalledPlugin } from '@slipway/host'
import { Failure, parsePluginId } from '@slipway/model'
import { descriptorWord } from '@slipway/installer/descriptors'
import { packageOf, type ServedPackage, type ServedPackages } from '@slipway/programs/packages/served-packages'
import type { Settings } from '../settings/settings.ts'
import { descriptorOfId } from './descriptor-of-id.ts'

const group = ['plugins', 'packages'] as const

/** Returns the served packages in the settings. Fails with `cli/bad-setting` for an invalid entry. */
export function servedPackages(settings: Settings): ServedPackages {
  return new Map(settings.names(...group).map((name) => [name, servedBy(settings, name)]))
}

function servedBy(settings: Settings, name: string): ServedPackage {
  const about = [...group, name] as const
  const refuse = (why: string): Failure => {
    const hint = `such as ${about.join('.')}: {plugin: pulumi/terraform-provider, parameters: [hashicorp/${name}, 3.6.0]}`
    return new Failure('cli/bad-setting', `${about.join('.')} ${why}`, { hint })
  }
  if (parsePluginId(`pulumi/${name}`) === undefined) throw refuse('is not a valid package name')
  const base = settings.text(...about, 'extends')
  const isExtension = base !== undefined
  if (isExtension && settings.text(...about, 'plugin') !== undefined)
    throw refuse('has a plugin, and a package that it extends: give one or the other')
  const plugin = isExtension ? `pulumi/${base}` : settings.text(...about, 'plugin')
  if (plugin === undefined || parsePluginId(plugin) === undefined)
    throw refuse('does not give the id of the plugin that serves it')
  const [version, value] = [settings.text(...about, 'version'), settings.text(...about, 'value')]
  const isByWords = settings.get(...about, 'parameters') !== undefined
  if (isByWords && (version !== undefined || value !== undefined))
    throw refuse('has parameters, and a version or a value: give one or the others')
  if (isByWords) return { plugin, isExtension, parameter: { name, args: settings.list(...about, 'parameters') } }
  if (version === undefined || value === undefined) throw refuse('has neither parameters nor a version and a value')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw refuse('has a value that is not base64')
  return { plugin, isExtension, parameter: { name, version, value: Buffer.from(value, 'base64') } }
}

/**
 * Adds a plugin for each served package. The added plugin replaces an installed plugin of the same name, because the settings or an earlier run
 * chose it.
 */
export function withServed({ plugins, others, problems }: Discovery, served: ServedPackages): Discovery {
  const found = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  const missing: Discovery['problems'][number][] = []
  // The base of an extension may itself be a served package.
  for (const [name, each] of [...served].toSorted(([, a], [, b]) => Number(a.isExtension) - Number(b.isExtension))) {
    const { plugin: id, parameter, isExtension } = each
    const own = `pulumi/${name}`
    const base = isExtension ? found.get(id) : plugins.find((plugin) => plugin.id === id)
    const why = whyNot(base, each)
    found.delete(own)
    if (base === undefined || why !== undefined)
      missing.push({
        code: 'host/no-such-package',
        severity: 'error',
        message: `the settings have ${id} serve the package ${name}, but it ${why}`,
        file: '',
        hint: `${howToInstall(id)}, or change ${group.join('.')}.${name} in the settings`,
        pluginId: own,
      })
    else
      found.set(own, {
        ...base,
        id: own,
        namespace: `${name}:`,
        ...(isExtension ? { extension: parameter } : { parameter }),
      })
  }
  const all = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { plugins: all, others, problems: [...problems, ...missing] }
}

function howToInstall(id: string): string {
  const descriptor = descriptorOfId(id)
  return descriptor === undefined ? `install ${id}` : `slipway plugin install ${descriptorWord(descriptor)} installs it`
}

/** Returns the reason why a plugin cannot serve a package, as the end of a sentence; `undefined` if it can. */
function whyNot(base: InstalledPlugin | undefined, { isExtension }: ServedPackage): string | undefined {
  if (base === undefined) return 'is not installed'
  if (base.dialect.name !== 'pulumi' || base.kind !== 'provider') return 'is not a Pulumi resource plugin'
  return isExtension && base.extension !== undefined ? 'extends another package itself' : undefined
}

/** The namespace of a package's settings: the namespace of the package that it extends, or its own. */
export function settingsNamespace(namespace: string, served: ServedPackage | undefined): string {
  return served?.isExtension === true ? `${packageOf(served.plugin)}:` : namespace
}
