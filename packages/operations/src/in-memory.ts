import type { ProviderCatalog } from '@slipway/engine'
import type { DefinitionRequest, Provider, ProviderDefinition } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'
import type { ExportsOf } from './core-provider/exported-elsewhere.ts'

/** The definitions of all installed plugins. */
export type InstalledDefinitions = Pick<ProviderCatalog, 'namespaces' | 'howToInstall'> & {
  /** As `define` of the catalog, whatever the settings are. */
  readonly defineUnconfigured: ProviderCatalog['define']
}

/** A state in the memory of this process, for tests. */
export interface InMemory {
  readonly store: StateStore
  readonly sealer: Sealer
  /**
   * Replaces the plugins, so that nothing outside changes. Absent: the plugins are called.
   *
   * @param define gives the definitions of the replaced plugin
   */
  readonly provider?: (define: (request: DefinitionRequest) => Promise<ProviderDefinition | undefined>) => Provider
  /** Answers references to other instances, in place of their states. Absent: their states are read. */
  readonly exportsOf?: ExportsOf
  /** The folder of the sources that define resources of their own. Absent: the folder that is deployed in. */
  readonly sourcesIn?: string
  /** Called when the work of an operation is done or has failed, while the plugins can still be asked. */
  readonly ended?: (definitions: InstalledDefinitions) => Promise<void>
}
