import { isDeepStrictEqual } from 'node:util'
import { type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { componentType, stackType } from '../urns/urn.ts'
import { isCustom, type MigratedState, urnOf } from './migrated-state.ts'
import type { JsonResource, StateForm } from './state-form.ts'

/** The fields of a record that a migration may have changed; all others stay. */
const rewritten: readonly string[] =
  'urn parent provider id inputs checked outputs dependencies propertyDependencies options external initErrors isReadFirst'.split(
    ' ',
  )

interface Changing {
  readonly form: StateForm
  /** All records. */
  readonly records: readonly ResourceRecord[]
  readonly newId: () => string
  readonly newName: (urn: string) => string
}

/**
 * The record changes of a migration. Each resource continues the record of its origin. If several resources come from one, the others get
 * new records; if several become one, the surplus records go. New components are recorded when the program requests them.
 *
 * @param before the old records by URN
 */
export function changesOf(
  state: MigratedState,
  before: ReadonlyMap<string, ResourceRecord>,
  { form, records, newId, newName }: Changing,
): readonly StateChange[] {
  const free = new Map(before)
  /** Maps ids of old records to ids of the records that continue them. */
  const became = new Map<string, string>()
  const changed: ResourceRecord[] = []
  for (const resource of inTurn(state, before)) {
    const origins = state.originsOf(urnOf(resource))
    const possible = [...origins, ...before.keys()].filter((urn) =>
      isSameThing(before.get(urn), resource, origins, urn),
    )
    const own = possible.find((urn) => free.has(urn))
    const base = before.get(own ?? possible[0] ?? '')
    if (base === undefined) continue
    if (own !== undefined) free.delete(own)
    const read = form.read(resource)
    const spec = rewrittenSpec(base.spec, form.read(form.write(base)).spec, read.spec)
    const type = isCustom(resource) ? read.type : base.type
    const record = own === undefined ? copied(base, newId(), newName(urnOf(resource))) : base
    changed.push({ ...record, type, spec })
    for (const urn of origins) {
      const origin = before.get(urn)
      if (origin !== undefined && !became.has(origin.id)) became.set(origin.id, record.id)
    }
  }
  const gone = new Set(Array.from(free.values(), ({ id }) => id))
  const known = new Set(changed.map(({ id }) => id))
  const others = records.filter(
    ({ id, reads }) => !known.has(id) && !gone.has(id) && reads.some((each) => gone.has(each)),
  )
  const name = new Map([...records, ...changed].map((each) => [each.id, each.name]))
  const readingOn = (record: ResourceRecord): StateChange => {
    const reads = [...new Set(record.reads.map((id) => (gone.has(id) ? (became.get(id) ?? id) : id)))].filter(
      (id) => id !== record.id,
    )
    return { kind: 'resource', resource: { ...record, reads, dependsOn: reads.flatMap((id) => name.get(id) ?? []) } }
  }
  return [
    ...[...changed, ...others].map(readingOn),
    ...Array.from(gone, (resourceId): StateChange => ({ kind: 'forget', resourceId })),
  ]
}

/** Resources that kept their URN come first, so that nothing else takes their records. */
function inTurn({ resources }: MigratedState, before: ReadonlyMap<string, ResourceRecord>): readonly JsonResource[] {
  const [same, other] = [true, false].map((isSame) => resources.filter((each) => before.has(urnOf(each)) === isSame))
  return [...(same ?? []), ...(other ?? [])]
}

/** True if a record and a resource stand for the same thing: by id for a custom resource, by origin for a component. */
function isSameThing(
  record: ResourceRecord | undefined,
  resource: JsonResource,
  origins: readonly string[],
  urn: string,
): boolean {
  if (record === undefined) return false
  const isComponent = [componentType, stackType].includes(record.type)
  return isCustom(resource)
    ? !isComponent && record.spec['id'] === resource['id']
    : isComponent && origins.includes(urn)
}

/** @param was the old form. A field that is equal in `was` and `read` keeps its recorded value, which has more detail */
function rewrittenSpec(base: ValueMap, was: ValueMap, read: ValueMap): ValueMap {
  const others = Object.entries(base).filter(([name]) => !rewritten.includes(name))
  const own = rewritten.flatMap((name): [string, Value][] => {
    const value = isDeepStrictEqual(was[name], read[name]) ? base[name] : read[name]
    return value === undefined ? [] : [[name, value]]
  })
  return valueMap([...others, ...own])
}

/** A copy of a record, without former names. */
function copied(base: ResourceRecord, id: string, name: string): ResourceRecord {
  const { formerNames: _, ...record } = base
  return { ...record, id, name }
}
