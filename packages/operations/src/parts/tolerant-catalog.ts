import type { ProviderCatalog, Unchecked } from '@slipway/engine'
import { Failure } from '@slipway/model'

/** For checks that can do without: a provider that does not start, or does not answer, is noted as one that cannot be asked. */
export function tolerantCatalog(
  catalog: Pick<ProviderCatalog, 'namespaces' | 'define' | 'configurations'>,
  unchecked: Unchecked,
): Pick<ProviderCatalog, 'namespaces' | 'define' | 'configurations'> {
  return {
    namespaces: () => catalog.namespaces(),
    configurations: (namespace) => catalog.configurations?.(namespace) ?? [],
    define: async (namespace, request) => {
      try {
        return await catalog.define(namespace, request)
      } catch (error) {
        // Wrong settings are wrong with or without the plugin.
        if (!(error instanceof Failure) || error.code.startsWith('cli/')) throw error
        unchecked.provider(namespace, error.message)
        return undefined
      }
    },
  }
}
