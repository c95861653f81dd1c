import type { DefinitionRequest, Provider, ProviderDefinition } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'

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
}
