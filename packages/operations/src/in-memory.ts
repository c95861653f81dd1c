import type { DefinitionRequest, Provider, ProviderDefinition } from '@slipway/model'
import type { Sealer, StateStore } from '@slipway/stores'

/** For tests: the state is in the memory of this process. */
export interface InMemory {
  readonly store: StateStore
  readonly sealer: Sealer
  /**
   * Takes the place of the plugins, so that nothing outside is changed. Left out: they are called.
   *
   * @param define gives the definitions of the plugin in whose place it is
   */
  readonly provider?: (define: (request: DefinitionRequest) => Promise<ProviderDefinition | undefined>) => Provider
}
