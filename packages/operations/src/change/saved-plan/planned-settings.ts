import type { Gathered } from '@slipway/engine'
import { Failure, type ValueMap } from '@slipway/model'
import type { CatalogPart } from '../../catalog/catalog-part.ts'
import { KnownSettings } from '../../provider-settings/known-settings.ts'

/** A plan's provider settings that decide where things are, without secrets. */
export interface PlannedSettings {
  /** The ids by provider, followed by the name of a configuration if there is one: `aws`, `aws us`. */
  readonly ids: Readonly<Record<string, string>>
  /** The values behind the ids. */
  readonly known: ValueMap
}

type Catalog = Pick<CatalogPart, 'context' | 'configurations'>

export function plannedSettings(providers: Gathered['providers'], catalog: Catalog): PlannedSettings {
  const known = new KnownSettings()
  const ids = idsOf(providers, catalog, known)
  return { ids, known: known.recorded() }
}

/**
 * Refuses changed settings, with which the plan would act elsewhere.
 *
 * @throws Failure `engine/stale-plan`
 */
export function refuseOtherSettings(
  { ids: planned, known: recorded }: PlannedSettings,
  providers: Gathered['providers'],
  catalog: Catalog,
): void {
  const known = new KnownSettings()
  known.recall(recorded)
  const now = idsOf(providers, catalog, known)
  const details = Object.entries(planned).flatMap(([key, id]) => {
    const other = now[key]
    return other === undefined || other === id ? [] : [`${key}${known.between(id, other)}`]
  })
  if (details.length === 0) return
  throw new Failure('engine/stale-plan', 'providers have other settings than when the plan was made', {
    details,
    hint: 'change the settings back, or make a new plan: slipway plan --out FILE',
  })
}

function idsOf({ byNamespace }: Gathered['providers'], catalog: Catalog, known: KnownSettings): PlannedSettings['ids'] {
  const ids = Array.from(byNamespace, ([namespace, { config }]) =>
    [undefined, ...catalog.configurations(namespace)].flatMap((configuration) => {
      const id = idOf(() => known.id(catalog.context(namespace, configuration).config, config))
      return id === undefined ? [] : [[[namespace, configuration].join(' ').trim(), id] as const]
    }),
  )
  return Object.fromEntries(ids.flat())
}

/** Returns the id; `undefined` for an invalid configuration, which fails where it is used. */
function idOf(work: () => string): string | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
