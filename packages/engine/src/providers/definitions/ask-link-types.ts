import { endsOfLinkType, type ProviderDefinition } from '@slipway/model'
import type { ProviderCatalog } from '../../ports.ts'

/** The definitions of the providers, extended by all links between the used types. */
export async function withLinkTypes<D extends ProviderDefinition | undefined>(
  definitions: ReadonlyMap<string, D>,
  used: ReadonlySet<string>,
  catalog: Pick<ProviderCatalog, 'define'>,
): Promise<Map<string, D>> {
  const asked = Array.from(definitions, async ([namespace, definition]): Promise<[string, D]> => {
    const linkTypes = definition?.linkTypeNames?.filter((type) => areUsed(type, used)) ?? []
    if (definition === undefined || linkTypes.length === 0) return [namespace, definition]
    const request = { resourceTypes: [], dataSourceTypes: [], functions: [], linkTypes }
    const links = (await catalog.define(namespace, request))?.linkTypes ?? {}
    return [namespace, { ...definition, linkTypes: links }]
  })
  return new Map(await Promise.all(asked))
}

function areUsed(linkType: string, used: ReadonlySet<string>): boolean {
  const ends = endsOfLinkType(linkType)
  return ends?.every((end) => used.has(end)) === true
}
