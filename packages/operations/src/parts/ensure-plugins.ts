import type { Blueprint } from '@slipway/engine'
import { namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { CatalogPart } from './catalog-part.ts'
import type { MissingPlugin } from './missing-plugins.ts'
import { namespacesOf } from './prelaunched.ts'

/** Has the plugins installed that a blueprint and a state need and that are not there, where that may be. */
export async function ensurePlugins(
  { catalog }: { readonly catalog: Pick<CatalogPart, 'plugins'> },
  blueprint: Blueprint | undefined,
  state: InstanceState | undefined,
): Promise<void> {
  await catalog.plugins.ensure(neededBy(blueprint, state))
}

/** The plugins that they need; those of a state are the ones that made what is recorded. */
function neededBy(blueprint: Blueprint | undefined, state: InstanceState | undefined): readonly MissingPlugin[] {
  const needed = new Map<string, MissingPlugin>()
  for (const namespace of namespacesOf(blueprint, undefined, false)) needed.set(namespace, { namespace, version: '' })
  for (const recorded of state?.resources ?? []) {
    const namespace = namespaceOf(recorded.type)
    needed.set(namespace, { namespace, version: '', recorded })
  }
  return [...needed.values()]
}
