import { endsOfLinkType, type LinkTypeDefinition, namespaceOf, type ProviderDefinition } from '@slipway/model'

/** A link type and its provider. That may be the provider of either end, or another one. */
export interface ProvidedLink {
  readonly namespace: string
  readonly definition: LinkTypeDefinition
}

/** Finds the provider of a link type: first the provider of its `a`, then that of its `b`, then any other, by name. */
export function linkIn(
  byNamespace: ReadonlyMap<string, ProviderDefinition | undefined>,
  type: string,
): ProvidedLink | undefined {
  const near = (endsOfLinkType(type) ?? []).map(namespaceOf)
  for (const namespace of new Set([...near, ...[...byNamespace.keys()].toSorted()])) {
    const types = byNamespace.get(namespace)?.linkTypes
    const definition = types !== undefined && Object.hasOwn(types, type) ? types[type] : undefined
    if (definition !== undefined) return { namespace, definition }
  }
  return undefined
}
