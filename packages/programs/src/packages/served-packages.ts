import { isList, isMap, type PackageParameter, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'

/** A package other than its own that a plugin serves, with the parameters. */
export interface ServedPackage {
  /** `pulumi/terraform-provider` */
  readonly plugin: string
  readonly parameter: PackageParameter
  /** True: served in addition to the plugin's package, with its settings. False: served instead of it. */
  readonly isExtension: boolean
}

/** Served packages by name. */
export type ServedPackages = ReadonlyMap<string, ServedPackage>

/**
 * The record of a served package, kept with the provider's settings.
 *
 * @param all all served packages, since the extended one may be among them
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

/** The recorded packages of an instance. A package that does not open counts as missing. */
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

/** The package of a plugin: `random` for `pulumi/random`. */
export function packageOf(plugin: string): string {
  return plugin.slice(plugin.indexOf('/') + 1)
}
