import type { Failure, ProviderDefinition, ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { RecordedPlugin } from '../ports.ts'
import type { ProvidedLink } from '../check/link-in.ts'

/** The definitions of the providers that blueprint and state use. */
export interface Providers {
  /** By namespace; a namespace without provider is missing. */
  readonly byNamespace: ReadonlyMap<string, ProviderDefinition>
  type(name: string): ResourceTypeDefinition | undefined
  link(type: string): ProvidedLink | undefined
  /** How to get the provider that made something recorded. Absent, or `undefined`: nobody knows. */
  howToInstall?(record: Pick<ResourceRecord, 'type'> & RecordedPlugin): string | undefined
  /**
   * Why the provider of something recorded cannot be called: the settings, or the version of the plugin, with which it was made are gone.
   * `undefined` when nothing is known to be in the way. Absent when nobody knows.
   */
  unconfigured?(record: Pick<ResourceRecord, 'id' | 'name' | 'type' | 'spec' | 'options'>): Failure | undefined
}
