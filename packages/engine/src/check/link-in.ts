import { endsOfLinkType, type LinkTypeDefinition, namespaceOf, type ProviderDefinition } from '@slipway/model'

/** A link type, and who has it: the provider of either end, or of neither. */
export interface ProvidedLink {
  readonly namespace: string
  readonly definition: LinkTypeDefinition
}

/** Who has the links of a type: the provider of its `a`, that of its `b`, or another one, by name. */
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
