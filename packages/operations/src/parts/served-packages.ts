import type { Discovery, InstalledPlugin, PackageParameter } from '@slipway/host'
import { Failure, isList, isMap, parsePluginId, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Settings } from '../settings/settings.ts'

/** A package that a plugin is made to serve beside its own: which plugin, and by what. */
export interface ServedPackage {
  /** `pulumi/terraform-provider` */
  readonly plugin: string
  readonly parameter: PackageParameter
}

/** By the name of the package. */
export type ServedPackages = ReadonlyMap<string, ServedPackage>

const group = ['plugins', 'packages'] as const

/** Those that the settings name. Fails with `cli/bad-setting` for what cannot be understood. */
export function servedPackages(settings: Settings): ServedPackages {
  return new Map(settings.names(...group).map((name) => [name, servedBy(settings, name)]))
}

function servedBy(settings: Settings, name: string): ServedPackage {
  const about = [...group, name] as const
  const refuse = (why: string): Failure => {
    const hint = `such as ${about.join('.')}: {plugin: pulumi/terraform-provider, parameters: [hashicorp/${name}, 3.6.0]}`
    return new Failure('cli/bad-setting', `${about.join('.')} ${why}`, { hint })
  }
  if (parsePluginId(`pulumi/${name}`) === undefined) throw refuse('is no name for a package')
  const plugin = settings.text(...about, 'plugin')
  if (plugin === undefined || parsePluginId(plugin) === undefined)
    throw refuse('does not say which plugin serves it, by its id')
  const [version, value] = [settings.text(...about, 'version'), settings.text(...about, 'value')]
  const isByWords = settings.get(...about, 'parameters') !== undefined
  if (isByWords && (version !== undefined || value !== undefined))
    throw refuse('has parameters, and a version or a value: it takes the one or the others')
  if (isByWords) return { plugin, parameter: { name, args: settings.list(...about, 'parameters') } }
  if (version === undefined || value === undefined)
    throw refuse('says neither its parameters nor its version and value')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw refuse('has a value that is not base64')
  return { plugin, parameter: { name, version, value: Buffer.from(value, 'base64') } }
}

/** With a plugin for each package. One of the same name that is installed gives way: somebody has said which is meant. */
export function withServed({ plugins, others, problems }: Discovery, served: ServedPackages): Discovery {
  const found = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  const added: InstalledPlugin[] = []
  const missing: Discovery['problems'][number][] = []
  for (const [name, { plugin: id, parameter }] of served) {
    const base = plugins.find((plugin) => plugin.id === id)
    const why =
      base === undefined
        ? `${id}, which is not installed`
        : base.dialect.name !== 'pulumi' || base.kind !== 'provider'
          ? `${id}, which is no resource plugin of Pulumi`
          : undefined
    const own = `pulumi/${name}`
    found.delete(own)
    if (base === undefined || why !== undefined)
      missing.push({
        code: 'host/no-such-package',
        severity: 'error',
        message: `the package ${name} is to be served by ${why}`,
        file: '',
        hint: `install ${id}, or change ${group.join('.')}.${name} in the settings`,
        pluginId: own,
      })
    else added.push({ ...base, id: own, namespace: `${name}:`, parameter })
  }
  const all = [...found.values(), ...added].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { plugins: all, others, problems: [...problems, ...missing] }
}

/** As an instance records it beside the settings of the provider. */
export function recordOfServed({ plugin, parameter }: ServedPackage): ValueMap {
  const how: readonly (readonly [string, Value])[] =
    'args' in parameter
      ? [['args', [...parameter.args]]]
      : [
          ['version', parameter.version],
          ['value', Buffer.from(parameter.value).toString('base64')],
        ]
  return valueMap([['plugin', plugin], ...how])
}

/** Those that an instance has recorded. One whose seal nobody can open is as if there were none. */
export function recordedPackages(configured: ValueMap = {}): ServedPackages {
  const served = new Map<string, ServedPackage>()
  for (const [key, sealed] of Object.entries(configured)) {
    const recorded = revealed(sealed)
    const told = isMap(recorded) ? recorded['package'] : undefined
    const name = key.replace(/:.*$/, '')
    if (!isMap(told) || typeof told['plugin'] !== 'string') continue
    const { plugin, args, version, value } = told
    if (isList(args)) served.set(name, { plugin, parameter: { name, args: args.map(String) } })
    else if (typeof version === 'string' && typeof value === 'string')
      served.set(name, { plugin, parameter: { name, version, value: Buffer.from(value, 'base64') } })
  }
  return served
}
