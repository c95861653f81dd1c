import type { Blueprint } from '@slipway/engine'
import { namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'

/** Returns the namespaces of the providers that a blueprint and a state need. */
export function namespacesOf(blueprint: Blueprint | undefined, state: InstanceState | undefined): ReadonlySet<string> {
  const types = new Set<string>()
  for (const { type } of blueprint?.resources.values() ?? []) types.add(type.value)
  for (const { type } of blueprint?.dataSources.values() ?? []) types.add(type.value)
  for (const { type } of state?.resources ?? []) types.add(type)
  for (const { resource } of state?.intents ?? []) types.add(resource.type)
  return new Set(Array.from(types, namespaceOf))
}

/**
 * Selects the namespaces of providers that every run asks, even without changes, because these providers compare resources themselves: Pulumi
 * providers, and Terraform providers by their keys.
 */
export function alwaysAsked(
  namespaces: ReadonlySet<string>,
  keys: { get(namespace: string): unknown },
): ReadonlySet<string> {
  return new Set([...namespaces].filter((namespace) => namespace.endsWith(':') || keys.get(namespace) !== undefined))
}
