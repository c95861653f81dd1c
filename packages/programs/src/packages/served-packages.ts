import { isList, isMap, type PackageParameter, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'

/** A package that a plugin is made to serve beside its own: which plugin, and by what. */
export interface ServedPackage {
  /** `pulumi/terraform-provider` */
  readonly plugin: string
  readonly parameter: PackageParameter
  /** It is served beside the plugin's package, of which it has the settings; else in place of it. */
  readonly isExtension: boolean
}

/** By the name of the package. */
export type ServedPackages = ReadonlyMap<string, ServedPackage>

/**
 * As an instance records it beside the settings of the provider.
 *
 * @param served all of them: the one that it extends may be such a package, too
 */
export function recordOfServed(served: ServedPackage, all: ServedPackages): ValueMap {
  const { plugin, parameter, isExtension } = served
  const how: readonly (readonly [string, Value])[] =
    'args' in parameter
      ? [['args', [...parameter.args]]]
      : [
          ['version', parameter.version],
          ['value', Buffer.from(parameter.value).toString('base64')],
        ]
  if (!isExtension) return valueMap([['plugin', plugin], ...how])
  const base = all.get(packageOf(plugin))
  const extended = base === undefined ? valueMap() : recordOfServed(base, all)
  return valueMap([['plugin', plugin], ...how, ['extends', extended]])
}

/** The packages that an instance has recorded. One whose seal nobody can open counts as missing. */
export function recordedPackages(configured: ValueMap = {}): ServedPackages {
  const served = new Map<string, ServedPackage>()
  for (const [key, sealed] of Object.entries(configured)) {
    const recorded = revealed(sealed)
    const told = isMap(recorded) ? recorded['package'] : undefined
    if (isMap(told)) addRecorded(served, key.replace(/:.*$/, ''), told)
  }
  return served
}

function addRecorded(served: Map<string, ServedPackage>, name: string, told: ValueMap): void {
  const { plugin, args, version, value, extends: base } = told
  if (typeof plugin !== 'string') return
  const isExtension = isMap(base)
  if (isExtension) addRecorded(served, packageOf(plugin), base)
  if (isList(args)) served.set(name, { plugin, isExtension, parameter: { name, args: args.map(String) } })
  else if (typeof version === 'string' && typeof value === 'string')
    served.set(name, { plugin, isExtension, parameter: { name, version, value: Buffer.from(value, 'base64') } })
}

/** `random` of `pulumi/random` */
export function packageOf(plugin: string): string {
  return plugin.slice(plugin.indexOf('/') + 1)
}
