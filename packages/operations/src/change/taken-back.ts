import { existenceOf, goneWith, isOnlyRead, type Plan, type Providers, type RunResult } from '@slipway/engine'
import { importIdsIn } from './saved-plan/import-ids.ts'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'

interface Run {
  /** The records before the run. */
  readonly before: InstanceState | undefined
  /** The present records. */
  readonly state: InstanceState | undefined
  /** The plan of the run. */
  readonly plan: Plan
  readonly done: Pick<RunResult, 'leftOutside' | 'takenIn'>
  readonly providers: Providers
}

/**
 * Reverts changes that a run only recorded, without any call. Forgotten resources that still exist get their records back. Imported
 * resources are unmanaged again. Ownership is restored. A replaced resource that was not destroyed becomes the current one again.
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
  // The successor of a replaced resource may also match the earlier goal, apart from differences that were ignored then.
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

/** Returns the record under its earlier name, which another resource may have taken since. */
function asBefore(left: ResourceRecord, { name, formerNames }: ResourceRecord): ResourceRecord {
  const { formerNames: _, ...known } = left
  return { ...known, name, ...(formerNames !== undefined && { formerNames }), replaced: false }
}

/** Returns the ids of resources inside a destroyed container. They are gone, even if the run only forgot them. */
function goneWithOthers(
  known: ReadonlyMap<string, ResourceRecord>,
  isDestroyed: (record: ResourceRecord) => boolean,
): ReadonlySet<string> {
  const records = [...known.values()]
  return new Set(records.filter(isDestroyed).flatMap((one) => goneWith(one, records).map(({ id }) => id)))
}

/** Returns the children of these records that the run has also forgotten. */
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

/** Makes a newer resource of the same name give up the name. */
function aside({ id, name, replaced }: ResourceRecord, now: ReadonlyMap<string, ResourceRecord>): StateChange[] {
  if (replaced) return []
  const others = [...now.values()].filter((other) => other.name === name && other.id !== id && !other.replaced)
  return others.map((resource) => ({ kind: 'resource', resource: { ...resource, replaced: true } }))
}
