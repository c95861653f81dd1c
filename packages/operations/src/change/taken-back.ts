import { existenceOf, goneWith, isOnlyRead, type Plan, type Providers, type RunResult } from '@slipway/engine'
import { importIdsIn } from './saved-plan/import-ids.ts'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'

interface Run {
  /** As it was recorded before. */
  readonly before: InstanceState | undefined
  /** As it is recorded now. */
  readonly state: InstanceState | undefined
  /** The plan of the run. */
  readonly plan: Plan
  readonly done: Pick<RunResult, 'leftOutside' | 'takenIn'>
  readonly providers: Providers
}

/**
 * Changes that a run only recorded, and that need no call to go back: forgotten resources that stayed outside are known again, imported
 * ones are nobody's again, ownership is as it was, and a replaced resource that was not destroyed is the resource again.
 */
export function takenBack({ before, state, plan, done, providers }: Run) {
  const { leftOutside = [], takenIn = [] } = done
  const imported = new Set([...takenIn, ...importIdsIn(plan).values()])
  const known = new Map(before?.resources.map((record) => [record.id, record]))
  const now = new Map(state?.resources.map((record) => [record.id, record]))
  const isFlipped = (record: ResourceRecord): boolean => {
    const other = now.get(record.id)
    const definition = providers.type(record.type)
    return other !== undefined && isOnlyRead(definition, other) !== isOnlyRead(definition, record)
  }
  const outside = new Set(leftOutside.map(({ id }) => id))
  const gone = outside.size === 0 ? outside : goneWithOthers(known, ({ id }) => !now.has(id) && !outside.has(id))
  const forgotten = leftOutside.flatMap(({ id }) => (now.has(id) || gone.has(id) ? [] : (known.get(id) ?? [])))
  const flipped = [...known.values()].filter(isFlipped)
  // Its successor may be what was wanted before, too, with what was ignored then.
  const replaced = [...known.values()].flatMap((record) => {
    const left = record.replaced ? undefined : now.get(record.id)
    return left?.replaced === true && existenceOf(left) === 'there' ? [asBefore(left, record)] : []
  })
  const again = [...forgotten, ...flipped, ...replaced].filter(({ id }) => !imported.has(id))
  const changes = [
    ...Array.from(imported.intersection(now), (resourceId): StateChange => ({ kind: 'forget', resourceId })),
    ...childrenOf(again, before, state),
    ...again.flatMap((record) => aside(record, now)),
    ...again.map((resource): StateChange => ({ kind: 'resource', resource })),
  ]
  const resources = before?.resources.filter(({ id }) => !imported.has(id)) ?? []
  const lost = [...imported].flatMap((id) => (now.has(id) ? [] : (known.get(id) ?? [])))
  return { changes, before: before && { ...before, resources }, lost }
}

/** The resource of the name that it had: that, too, may have been given to something else. */
function asBefore(left: ResourceRecord, { name, formerNames }: ResourceRecord): ResourceRecord {
  const { formerNames: _, ...known } = left
  return { ...known, name, ...(formerNames !== undefined && { formerNames }), replaced: false }
}

/** Ids of what has stood in something that was destroyed: it is gone, also where it was to be left outside. */
function goneWithOthers(
  known: ReadonlyMap<string, ResourceRecord>,
  isDestroyed: (record: ResourceRecord) => boolean,
): ReadonlySet<string> {
  const records = [...known.values()]
  return new Set(records.filter(isDestroyed).flatMap((one) => goneWith(one, records).map(({ id }) => id)))
}

/** The children that these are of, and that the run has forgotten with them. */
function childrenOf(
  records: readonly ResourceRecord[],
  before: InstanceState | undefined,
  state: InstanceState | undefined,
): StateChange[] {
  const left = new Set(state?.children?.map(({ name }) => name))
  const forgotten = before?.children?.filter(({ name }) => !left.has(name)) ?? []
  return forgotten.flatMap((child): StateChange[] =>
    records.some(({ name }) => name.startsWith(`${child.name}/`)) ? [{ kind: 'child', child }] : [],
  )
}

/** A resource that has taken the name since then gives it up. */
function aside({ id, name, replaced }: ResourceRecord, now: ReadonlyMap<string, ResourceRecord>): StateChange[] {
  if (replaced) return []
  const others = [...now.values()].filter((other) => other.name === name && other.id !== id && !other.replaced)
  return others.map((resource) => ({ kind: 'resource', resource: { ...resource, replaced: true } }))
}
