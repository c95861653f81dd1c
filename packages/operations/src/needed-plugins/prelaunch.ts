import { settledWithin } from '@slipway/processes'
import type { CatalogPart } from '../catalog/catalog-part.ts'

/** A launch that takes longer is waiting for something else, such as a language plugin or its turn. In milliseconds. */
const launchMs = 20

/**
 * Starts those of the given providers that are installed, in parallel. A failed launch fails the provider's first call. Resolves once the processes
 * are starting, or shortly after, because some launches wait for others.
 */
export async function prelaunch(
  catalog: Pick<CatalogPart, 'plugins' | 'namespaces' | 'provider'>,
  namespaces: Iterable<string>,
): Promise<void> {
  const installed = new Set(catalog.namespaces())
  const wanted = [...namespaces].filter((namespace) => installed.has(namespace))
  void Promise.allSettled(wanted.map((namespace) => catalog.provider(namespace)))
  await settledWithin(catalog.plugins.host.begun(), launchMs)
}
