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
  const declared = [...(blueprint?.resources.values() ?? []), ...(blueprint?.dataSources.values() ?? [])]
  const types = [
    ...declared.map(({ type }) => type.value),
    ...(state?.resources ?? []).map(({ type }) => type),
    ...(state?.intents ?? []).map(({ resource }) => resource.type),
  ]
  return new Set(types.map(namespaceOf).filter((namespace) => !isIdle || namespace.endsWith(':')))
}
