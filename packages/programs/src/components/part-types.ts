import type { Providers } from '@slipway/engine'
import { isPart, partNamespace, type ProviderDefinition, type ResourceTypeDefinition, typeOfPart } from '@slipway/model'
import type { ProgramCatalog } from '../providers/catalog.ts'
import { packageDefinition } from '../providers/definitions.ts'

type Catalog = Pick<ProgramCatalog, 'definition' | 'unconfigured'>

export function partType(type: string): string {
  return `${partNamespace}${type}`
}

/** The definition of a part's type, from that of the type that programs know. */
export function definitionOfPart(type: string, catalog: Catalog): ResourceTypeDefinition {
  return { ...catalog.definition(typeOfPart(type)), type }
}

export function definitionOfParts(types: readonly string[], version: string, catalog: Catalog): ProviderDefinition {
  const definition = packageDefinition({ id: 'slipway/components', version }, partNamespace, types)
  return {
    ...definition,
    resourceTypes: Object.fromEntries(types.map((type) => [type, definitionOfPart(type, catalog)])),
  }
}

/** The definitions of all types of parts, including those requested late. */
export function withParts(known: Providers, version: string, catalog: Catalog): Providers {
  const own = [partNamespace, definitionOfParts([], version, catalog)] as const
  const definitions = new Map<string, ResourceTypeDefinition>()
  const definition = (type: string): ResourceTypeDefinition => {
    const found = definitions.get(type) ?? definitionOfPart(type, catalog)
    definitions.set(type, found)
    return found
  }
  return {
    ...known,
    byNamespace: new Map([...known.byNamespace, own]),
    type: (name) => (isPart({ type: name }) ? definition(name) : known.type(name)),
    unconfigured: (record) =>
      isPart(record)
        ? catalog.unconfigured({ type: typeOfPart(record.type), spec: record.spec })
        : known.unconfigured?.(record),
  }
}
