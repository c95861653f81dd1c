import type { LinkTypeDefinition, ProviderDefinition, ResourceTypeDefinition } from '@slipway/model'

/** The definitions of the providers that blueprint and state use. */
export interface Providers {
  /** By namespace; a namespace without provider is missing. */
  readonly byNamespace: ReadonlyMap<string, ProviderDefinition>
  type(name: string): ResourceTypeDefinition | undefined
  link(type: string): ProvidedLink | undefined
}

/** A link type, and who has it: the provider of either end, or of neither. */
export interface ProvidedLink {
  readonly namespace: string
  readonly definition: LinkTypeDefinition
}
