import { endsOfLinkType, type ProviderDefinition, type ResourceTypeDefinition, namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { ProviderCatalog } from '../../ports.ts'
import { linkIn } from '../../check/definitions/link-in.ts'
import { withLinkTypes } from './ask-link-types.ts'
import type { Providers } from '../providers.ts'
import { unconfiguredIn } from '../settings/unconfigured.ts'

/** Asks the providers of a blueprint and a state for the definitions of the types that are used there, side by side. */
export async function askProviders(
  blueprint: CheckedBlueprint | undefined,
  state: InstanceState | undefined,
  catalog: ProviderCatalog,
): Promise<Providers> {
  const wanted = typesByNamespace(blueprint, state)
  const definitions = await Promise.all(
    Array.from(wanted, ([namespace, types]) =>
      catalog.define(namespace, { resourceTypes: [...types], dataSourceTypes: [], functions: [] }),
    ),
  )
  const byNamespace = new Map<string, ProviderDefinition>()
  for (const [index, namespace] of [...wanted.keys()].entries()) {
    const definition = definitions[index]
    if (definition !== undefined) byNamespace.set(namespace, definition)
  }
  const linked = (state?.links ?? []).flatMap(({ type }) => endsOfLinkType(type) ?? [])
  const providers = providersOf(
    await withLinkTypes(byNamespace, new Set(linked).union(union(wanted.values())), catalog),
  )
  return {
    ...providers,
    unconfigured: unconfiguredIn(blueprint, state, providers, catalog),
    howToInstall: (record) => catalog.howToInstall?.(namespaceOf(record.type), false, record),
  }
}

function union(sets: Iterable<ReadonlySet<string>>): Set<string> {
  const all = new Set<string>()
  for (const set of sets) for (const member of set) all.add(member)
  return all
}

export function providersOf(byNamespace: ReadonlyMap<string, ProviderDefinition>): Providers {
  const found = new Map<string, ResourceTypeDefinition>()
  return {
    byNamespace,
    /** Cached, because it is called many times for each record, and there are more records than types. */
    type(name: string): ResourceTypeDefinition | undefined {
      const known = found.get(name)
      if (known !== undefined) return known
      const types = byNamespace.get(namespaceOf(name))?.resourceTypes
      const definition = types !== undefined && Object.hasOwn(types, name) ? types[name] : undefined
      if (definition !== undefined) found.set(name, definition)
      return definition
    },
    link: (type) => linkIn(byNamespace, type),
  }
}

function typesByNamespace(
  blueprint: CheckedBlueprint | undefined,
  state: InstanceState | undefined,
): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const want = (namespace: string, type?: string): void => {
    const types = wanted.get(namespace) ?? new Set()
    wanted.set(namespace, types)
    if (type !== undefined) types.add(type)
  }
  /** Each type is wanted once, because there are far more resources than types. */
  const wantType = (type: string): void => {
    if (!seen.has(type)) want(namespaceOf(type), type)
    seen.add(type)
  }
  for (const { type } of blueprint?.resources.values() ?? []) wantType(type)
  for (const { type } of blueprint?.dataSources.values() ?? []) want(namespaceOf(type))
  for (const { namespace } of blueprint?.functions?.values() ?? []) want(namespace)
  for (const { type } of state?.links ?? []) for (const end of endsOfLinkType(type) ?? []) want(namespaceOf(end))
  for (const { type } of state?.resources ?? []) wantType(type)
  for (const { resource } of state?.intents ?? []) wantType(resource.type)
  return wanted
}
