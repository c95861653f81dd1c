import type { ProviderCatalog, Unchecked } from '@slipway/engine'
import { Failure } from '@slipway/model'

type Asked = Pick<ProviderCatalog, 'namespaces' | 'configurations' | 'context' | 'readDescriptor' | 'howToInstall'> & {
  readonly defineUnconfigured: ProviderCatalog['define']
}

/**
 * Returns a catalog for checks that tolerate missing providers. It notes a provider that does not start or answer as unchecked. A job that checks a
 * pull request has no secrets, so the targets of settings' pointers may be missing.
 */
export function tolerantCatalog(
  catalog: Asked,
  unchecked: Unchecked,
): Pick<ProviderCatalog, 'namespaces' | 'define' | 'configurations' | 'readDescriptor' | 'howToInstall'> {
  const checkSettings = (namespace: string): void => {
    try {
      catalog.context(namespace)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'cli/no-such-variable') throw error
      unchecked.setting(error.message)
    }
  }
  return {
    namespaces: () => catalog.namespaces(),
    configurations: (namespace) => catalog.configurations?.(namespace) ?? [],
    ...(catalog.readDescriptor !== undefined && { readDescriptor: catalog.readDescriptor.bind(catalog) }),
    ...(catalog.howToInstall !== undefined && { howToInstall: catalog.howToInstall.bind(catalog) }),
    define: async (namespace, request) => {
      try {
        const definition = await catalog.defineUnconfigured(namespace, request)
        if (definition !== undefined) checkSettings(namespace)
        return definition
      } catch (error) {
        // Wrong settings fail with or without the plugin.
        if (!(error instanceof Failure) || error.code.startsWith('cli/')) throw error
        unchecked.provider(namespace, { why: error.message })
        return undefined
      }
    },
  }
}
