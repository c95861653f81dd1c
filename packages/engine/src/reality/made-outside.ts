import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { Providers } from '../providers/providers.ts'
import type { Drift, LinkDrift } from './gathered.ts'
import { existenceOf } from './life-cycle.ts'

type Drifts = ReadonlyMap<string, Drift>

/** What a plugin has made for something else, and is not as it was left: only its maker can put it right. What was to be destroyed need not be. */
function changedOutside(state: InstanceState | undefined, drift: Drifts): readonly ResourceRecord[] {
  return (state?.resources ?? []).filter((record) => {
    const found = record.madeFor === undefined || record.replaced ? undefined : drift.get(record.id)
    const isNews = found?.kind === 'missing' || (found?.changes.length ?? 0) > 0
    return isNews && existenceOf(record) === 'there'
  })
}

/** `page:rule is missing outside` */
function newsOf({ id, name }: ResourceRecord, drift: Drifts): string {
  return `${name} ${drift.get(id)?.kind === 'missing' ? 'is missing' : 'was changed'} outside`
}

/** The drift with that of resources whose plugins have made something for them which has changed outside. */
export function withMakers(state: InstanceState | undefined, drift: Drifts, providers: Providers): Drifts {
  const changed = changedOutside(state, drift)
  if (changed.length === 0) return drift
  const records = new Map((state?.resources ?? []).map((record) => [record.id, record]))
  const all = new Map(drift)
  for (const made of changed) {
    const maker = makerIn(records, made)
    // A composed resource is asked for its parts in each plan.
    if (maker === undefined || providers.type(maker.type)?.isComposed === true) continue
    const own = all.get(maker.id) ?? ({ kind: 'changed', changes: [], tracked: false } as const)
    if (own.kind === 'changed') all.set(maker.id, { made: newsOf(made, drift), ...own })
  }
  return all
}

/** The resource of the blueprint for which it was made, also by way of something else that was made for that. */
function makerIn(records: ReadonlyMap<string, ResourceRecord>, made: ResourceRecord): ResourceRecord | undefined {
  const seen = new Set([made.id])
  let maker = records.get(made.madeFor?.id ?? '')
  while (maker?.madeFor !== undefined && !seen.has(maker.id)) {
    seen.add(maker.id)
    maker = records.get(maker.madeFor.id)
  }
  return maker?.madeFor === undefined ? maker : undefined
}

/** The same for links. */
export function withLinkMakers(
  state: InstanceState | undefined,
  linkDrift: ReadonlyMap<string, LinkDrift> | undefined,
  drift: Drifts,
): ReadonlyMap<string, LinkDrift> | undefined {
  const changed = changedOutside(state, drift)
  const found = (state?.links ?? []).flatMap(({ id, intermediaries }) => {
    const made = changed.find(({ madeFor }) => madeFor?.id === id)
    return made === undefined || linkDrift?.has(id) === true
      ? []
      : [[id, { reason: newsOf(made, drift), intermediaries }] as const]
  })
  return found.length === 0 ? linkDrift : new Map([...(linkDrift ?? []), ...found])
}

/** What is missing of that which plugins have made: their makers make it anew, under the same name. */
export function missingOfMade(
  state: InstanceState | undefined,
  drift: Drifts,
  providers: Providers,
): readonly ResourceRecord[] {
  const records = new Map((state?.resources ?? []).map((record) => [record.id, record]))
  return changedOutside(state, drift).filter(
    (made) =>
      drift.get(made.id)?.kind === 'missing' &&
      providers.type(records.get(made.madeFor?.id ?? '')?.type ?? '')?.isComposed !== true,
  )
}
