import { Failure, namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import type { ProviderCatalog } from '../../ports.ts'
import { configuredFor, isOpen, notConfigured, recordsIn } from './configured-by.ts'
import type { Providers } from '../providers.ts'

/** Checks whether the settings and versions with which recorded resources were made still exist. Starts nothing. */
export function unconfiguredIn(
  blueprint: CheckedBlueprint | undefined,
  state: InstanceState | undefined,
  providers: Providers,
  catalog: ProviderCatalog,
): NonNullable<Providers['unconfigured']> {
  const recorded = recordsIn(state, providers)
  return ({ id, name, type, options }) => {
    const namespace = namespaceOf(type)
    const { provider } = options ?? {}
    if (provider === undefined || !providers.byNamespace.has(namespace)) return undefined
    const by = configuringResource(provider)
    if (by === undefined) return failureOf(() => catalog.context(namespace, provider))
    // All resources of the blueprint will exist at that time.
    const isThere =
      blueprint?.resources.has(by) === true || !isOpen(configuredFor({ type, resourceId: id }, options, recorded))
    return isThere ? undefined : notConfigured(name, provider, true)
  }
}

function failureOf(work: () => unknown): Failure | undefined {
  try {
    work()
    return undefined
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}
