import { isMap, type Provider, type ProviderContext, revealed, secret, type ValueMap, valueMap } from '@slipway/model'
import { recordOfServed, type ServedPackages } from '@slipway/programs/packages/served-packages'

/** How providers were configured, as an instance has recorded it. One whose seal nobody can open is as if there were none. */
export function configurationsIn(
  recorded: ValueMap = {},
  isKept: boolean,
): Map<string, Pick<ProviderContext, 'before' | 'isKept'>> {
  return new Map(
    Object.entries(recorded).flatMap(([namespace, sealed]) => {
      const configuration = revealed(sealed)
      if (!isMap(configuration)) return []
      const { given = null, checked = null } = configuration
      return isMap(given) && isMap(checked) ? [[namespace, { before: { given, checked }, isKept }] as const] : []
    }),
  )
}

/**
 * Settings hold secrets, and which of them are some nobody needs to know: all of it is sealed.
 *
 * @param providers by namespace, with the name of a configuration behind it
 * @param packages that plugins are made to serve
 */
export function recordedConfigurations(providers: ReadonlyMap<string, Provider>, packages: ServedPackages): ValueMap {
  return valueMap(
    Array.from(providers).flatMap(([key, provider]) => {
      const configuration = provider.configured?.()
      if (configuration === undefined) return []
      const { given, checked } = configuration
      const served = packages.get(key.replace(/:.*$/, ''))
      const told = served === undefined ? {} : { package: recordOfServed(served, packages) }
      return [[key, secret(valueMap(Object.entries({ given, checked, ...told })))] as const]
    }),
  )
}

/** Where the settings of a provider are written, for people. */
export function placeOfSettings(namespace: string, configuration: string | undefined): string {
  const place = configuration === undefined ? 'providers' : 'configurations'
  const rest = configuration === undefined ? '' : `.${configuration}`
  return `${place}."${namespace}"${rest} in slipway.config.yaml`
}
