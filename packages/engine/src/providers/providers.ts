import type { ProviderDefinition, ResourceTypeDefinition } from '@slipway/model'
import type { ProvidedLink } from '../check/link-in.ts'

/** The definitions of the providers that blueprint and state use. */
export interface Providers {
  /** By namespace; a namespace without provider is missing. */
  readonly byNamespace: ReadonlyMap<string, ProviderDefinition>
  type(name: string): ResourceTypeDefinition | undefined
  link(type: string): ProvidedLink | undefined
}
