import type { Blueprint } from '@slipway/engine'
import { namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'

/**
 * The namespaces of the providers that a blueprint and a state need.
 *
 * @param isIdle only providers that every run asks, even without changes: Pulumi's
 */
export function namespacesOf(
  blueprint: Blueprint | undefined,
  state: InstanceState | undefined,
  isIdle: boolean,
): ReadonlySet<string> {
  const types = new Set<string>()
  for (const { type } of blueprint?.resources.values() ?? []) types.add(type.value)
  for (const { type } of blueprint?.dataSources.values() ?? []) types.add(type.value)
  for (const { type } of state?.resources ?? []) types.add(type)
  for (const { resource } of state?.intents ?? []) types.add(resource.type)
  return new Set(Array.from(types, namespaceOf).filter((namespace) => !isIdle || namespace.endsWith(':')))
}
