import type { ProviderContext } from '@slipway/model'
import type { ProviderCatalog } from '../../ports.ts'
import type { Call, Configured } from '../call.ts'

/** The context of a call. If a thing is in a folder, the context has the folder in which the thing was made. */
export function contextFor(
  { namespace, configuration, settings, seenWith }: Configured & Pick<Call<never>, 'namespace'>,
  catalog: Pick<ProviderCatalog, 'context' | 'variablesFor'>,
): ProviderContext {
  const context = catalog.context(namespace, configuration, settings)
  const variables = seenWith === undefined ? undefined : catalog.variablesFor?.(seenWith)
  return variables === undefined ? context : { ...context, variables: { ...context.variables, ...variables } }
}
