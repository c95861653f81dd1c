import { settledWithin } from '@slipway/processes'
import type { CatalogPart } from '../catalog/catalog-part.ts'

/** A plugin that takes longer to be launched waits for something else: a language plugin, a turn. */
const launchMs = 20

/**
 * Starts these providers side by side, as far as they are installed; who needs one meets its failure. Resolves when their processes
 * are on their way, or soon: some wait for others.
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
