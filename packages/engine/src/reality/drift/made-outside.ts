import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import type { Drift, LinkDrift } from '../gathered/gathered.ts'
import { existenceOf } from '../recorded/life-cycle.ts'

type Drifts = ReadonlyMap<string, Drift>

/**
 * Resources that plugins made for others and that were changed outside. Only their makers can correct them. A resource that should have been
 * destroyed does not count.
 */
function changedOutside(state: InstanceState | undefined, drift: Drifts): readonly ResourceRecord[] {
  if (drift.size === 0) return []
  return (state?.resources ?? []).filter((record) => {
    const found = record.madeFor === undefined || record.replaced ? undefined : drift.get(record.id)
    const isNews = found?.kind === 'missing' || (found?.changes.length ?? 0) > 0
    return isNews && existenceOf(record) === 'there'
  })
}

/** The change of a made resource, for people: `page:rule is missing outside`. */
function newsOf({ id, name }: ResourceRecord, drift: Drifts): string {
  return `${name} ${drift.get(id)?.kind === 'missing' ? 'is missing' : 'was changed'} outside`
}

/** Adds drift for the resources whose plugins have made things that changed outside. */
export function withMakers(state: InstanceState | undefined, drift: Drifts, providers: Providers): Drifts {
  const changed = changedOutside(state, drift)
  if (changed.length === 0) return drift
  const recordOf = recordsById(state)
  const all = new Map(drift)
  for (const made of changed) {
    const maker = makerOf(made, recordOf)
    if (maker === undefined || isComposed(maker, providers)) continue
    const own = all.get(maker.id) ?? ({ kind: 'changed', changes: [], tracked: false } as const)
    if (own.kind === 'changed') all.set(maker.id, { made: newsOf(made, drift), ...own })
  }
  return all
}

/** Adds drift for the links whose plugins have made things that changed outside. */
export function withLinkMakers(
  state: InstanceState | undefined,
  linkDrift: ReadonlyMap<string, LinkDrift> | undefined,
  drift: Drifts,
): ReadonlyMap<string, LinkDrift> | undefined {
  const byMaker = new Map(changedOutside(state, drift).map((made) => [made.madeFor?.id, made]))
  const found = (state?.links ?? []).flatMap(({ id, intermediaries }) => {
    const made = linkDrift?.has(id) === true ? undefined : byMaker.get(id)
    return made === undefined ? [] : [[id, { reason: newsOf(made, drift), intermediaries }] as const]
  })
  return found.length === 0 ? linkDrift : new Map([...(linkDrift ?? []), ...found])
}

/** Records of missing things that plugins had made. Their makers make them anew, under the same names. */
export function missingOfMade(
  state: InstanceState | undefined,
  drift: Drifts,
  providers: Providers,
): readonly ResourceRecord[] {
  const missing = changedOutside(state, drift).filter(({ id }) => drift.get(id)?.kind === 'missing')
  if (missing.length === 0) return missing
  const recordOf = recordsById(state)
  return missing.filter((made) => {
    const maker = makerOf(made, recordOf)
    return maker === undefined || !isComposed(maker, providers)
  })
}

/**
 * The resource of the blueprint for which a resource was made, directly or not. `undefined` if it was made for a link, or if its maker is not
 * recorded.
 */
export function makerOf(
  made: ResourceRecord,
  recordOf: (id: string) => ResourceRecord | undefined,
): ResourceRecord | undefined {
  const seen = new Set([made.id])
  let maker = recordOf(made.madeFor?.id ?? '')
  while (maker?.madeFor !== undefined && !seen.has(maker.id)) {
    seen.add(maker.id)
    maker = recordOf(maker.madeFor.id)
  }
  return maker?.madeFor === undefined ? maker : undefined
}

/** True for a composed resource, whose provider is asked for its parts in each plan. */
function isComposed({ type }: ResourceRecord, providers: Providers): boolean {
  return providers.type(type)?.isComposed === true
}

function recordsById(state: InstanceState | undefined): (id: string) => ResourceRecord | undefined {
  const records = new Map((state?.resources ?? []).map((record) => [record.id, record]))
  return (id) => records.get(id)
}
