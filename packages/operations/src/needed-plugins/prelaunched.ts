import type { Blueprint } from '@slipway/engine'
import { namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'

/**
 * Of the providers that a blueprint and a state need.
 *
 * @param isIdle only of those that are asked in each run, also where nothing has changed: Pulumi's
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
