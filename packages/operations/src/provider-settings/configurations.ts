import { isMap, type Provider, type ProviderContext, revealed, secret, type ValueMap, valueMap } from '@slipway/model'
import { recordOfServed, type ServedPackages } from '@slipway/programs/packages/served-packages'

/** Returns the recorded configurations of an instance's providers. A configuration that cannot be decrypted counts as absent. */
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
 * Returns the configurations for the record. Settings contain secrets, and even the names of the secret settings should stay hidden, so everything
 * is sealed.
 *
 * @param providers by namespace, with the name of a configuration if any
 * @param packages the packages that plugins serve in addition to their own
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

/** Returns the place of a provider's settings, for messages. */
export function placeOfSettings(namespace: string, configuration: string | undefined): string {
  const place = configuration === undefined ? 'providers' : 'configurations'
  const rest = configuration === undefined ? '' : `.${configuration}`
  return `${place}."${namespace}"${rest} in slipway.config.yaml`
}
