import { equalValues, Unknown, type ValueMap, valueMap, type FieldChange } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { certainlyExists, isCreateToRepeat } from '../../reality/recorded/life-cycle.ts'
import { PropertyPatterns } from '../../spec/property-patterns.ts'
import type { CheckedResource } from '../../check/checked.ts'
import type { Drift } from '../../reality/gathered/gathered.ts'

interface Given {
  readonly resource: CheckedResource
  readonly spec: ValueMap
}

/**
 * The wanted spec, but with the recorded values of properties whose changes are ignored. If there are several generations, the current
 * one's values count. An attempt does not count, since it may have made nothing.
 *
 * @param generations records that may become the resource
 */
export function withIgnored<W extends Given>(wanted: W, generations: readonly ResourceRecord[]): W {
  const { resource, spec } = wanted
  const { ignoreChanges = [] } = resource.options ?? {}
  if (ignoreChanges.length === 0) return wanted
  const there = generations.filter((record) => certainlyExists(record))
  const recorded = there.find(({ replaced }) => !replaced) ?? there[0]
  if (recorded?.type !== resource.type) return wanted
  return { ...wanted, spec: new PropertyPatterns(resource.definition.schema, ignoreChanges).keep(spec, recorded.spec) }
}

/**
 * The values that others may rely on if a resource's create is repeated. If the first create made the resource, ignored properties keep
 * their values; if it made nothing, they are as written. Only the run can find out, so they are unknown until then.
 */
export function withOpenIgnored({ resource, spec }: Given, record: ResourceRecord | undefined): ValueMap {
  const { name, definition, options, type } = resource
  const { ignoreChanges = [] } = options ?? {}
  if (ignoreChanges.length === 0 || record?.type !== type || !isCreateToRepeat(record, definition)) return spec
  const kept = new PropertyPatterns(definition.schema, ignoreChanges).keep(spec, record.spec)
  const open = Object.entries({ ...spec, ...kept }).map(([field, value]) => {
    const isSame = equalValues(spec[field] ?? null, kept[field] ?? null)
    return [field, isSame ? value : new Unknown(`resources.${name}.spec.${field}`)] as const
  })
  return valueMap(open)
}

/** True if a property has changed outside whose changes the user does not ignore. */
export function isTracked(drift: Drift | undefined, { options, definition }: CheckedResource): boolean {
  if (drift?.kind !== 'changed' || !drift.tracked) return false
  const ignored = new PropertyPatterns(definition.schema, options?.ignoreChanges ?? [])
  return drift.changes.some(({ path }) => !ignored.has(path))
}

/** True if a planned change corrects a change outside. */
export function isUndone(changes: readonly FieldChange[], drift: Drift | undefined): boolean {
  if (drift?.kind !== 'changed') return false
  const outside = new Set(drift.changes.map(({ path }) => path))
  return changes.some(({ path }) => outside.has(path))
}

/**
 * The changes that are shown to people.
 *
 * @param hidden paths that are not shown
 */
export function shownChanges(changes: readonly FieldChange[], hidden: readonly string[] = []): readonly FieldChange[] {
  if (hidden.length === 0) return changes
  return changes.filter(
    ({ path }) => !hidden.some((each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}[`)),
  )
}
