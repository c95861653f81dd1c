import type { Providers } from '@slipway/engine'
import { isPart, partNamespace, type ProviderDefinition, type ResourceTypeDefinition } from '@slipway/model'
import { definitionOf, packageDefinition } from '../providers/definitions.ts'

export function partType(type: string): string {
  return `${partNamespace}${type}`
}

/** The type that a component's plugin says; others stay. */
export function typeOfPart(type: string): string {
  return isPart({ type }) ? type.slice(partNamespace.length) : type
}

export function definitionOfPart(type: string): ResourceTypeDefinition {
  return { ...definitionOf(typeOfPart(type)), type }
}

export function definitionOfParts(types: readonly string[], version: string): ProviderDefinition {
  const definition = packageDefinition({ id: 'slipway/components', version }, partNamespace, types)
  return {
    ...definition,
    resourceTypes: Object.fromEntries(types.map((type) => [type, definitionOfPart(type)])),
  }
}

/** What there is to say of all types of parts, also of those that are asked for late. */
export function withParts(known: Providers, version: string): Providers {
  const own = [partNamespace, definitionOfParts([], version)] as const
  return {
    ...known,
    byNamespace: new Map([...known.byNamespace, own]),
    type: (name) => (isPart({ type: name }) ? definitionOfPart(name) : known.type(name)),
  }
}
