import type { Failure, ProviderDefinition, ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { RecordedPlugin } from '../ports.ts'
import type { ProvidedLink } from '../check/definitions/link-in.ts'

/** The definitions of the providers that blueprint and state use. */
export interface Providers {
  /** Definitions by namespace, without the namespaces that have no provider. */
  readonly byNamespace: ReadonlyMap<string, ProviderDefinition>
  type(name: string): ResourceTypeDefinition | undefined
  link(type: string): ProvidedLink | undefined
  /** How to get the provider that made a recorded resource. Absent, or `undefined`, if nobody knows. */
  howToInstall?(record: Pick<ResourceRecord, 'type'> & RecordedPlugin): string | undefined
  /**
   * The failure if the provider of a recorded resource cannot be called, because the settings, or the plugin version, with which it was
   * made are gone. `undefined` if there is no known obstacle. Absent if nobody knows.
   */
  unconfigured?(record: Pick<ResourceRecord, 'id' | 'name' | 'type' | 'spec' | 'options'>): Failure | undefined
}
