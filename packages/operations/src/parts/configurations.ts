import { isMap, type Provider, type ProviderContext, revealed, secret, type ValueMap, valueMap } from '@slipway/model'
import { recordOfServed, type ServedPackage } from './served-packages.ts'

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
 * @param servedAs what the plugin of a namespace is made to serve
 */
export function recordedConfigurations(
  providers: ReadonlyMap<string, Provider>,
  servedAs: (namespace: string) => ServedPackage | undefined,
): ValueMap {
  return valueMap(
    Array.from(providers).flatMap(([key, provider]) => {
      const configuration = provider.configured?.()
      if (configuration === undefined) return []
      const { given, checked } = configuration
      const served = servedAs(key.split(' ')[0] ?? key)
      const told = served === undefined ? {} : { package: recordOfServed(served) }
      return [[key, secret(valueMap(Object.entries({ given, checked, ...told })))] as const]
    }),
  )
}
