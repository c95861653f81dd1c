import { containsUnknown, equalValues, type FieldChange, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ChildRecord } from '@slipway/stores'

/** A child that is wanted or recorded, and its change. */
export interface PlannedChild {
  /** The path of names to the child: `network/subnets`. */
  readonly name: string
  /** The exports, of which some may be unknown. */
  readonly exports: Readonly<Record<string, Value>>
  readonly exportsChanged: boolean
  /** The exports that differ, or may differ, from the recorded ones; absent if there are none. */
  readonly exportChanges?: readonly FieldChange[]
  /** Absent if the child is already recorded, and stays. */
  readonly change?: 'new' | 'gone'
}

/** The children of a blueprint in its order, followed by children that only the state still has. */
export function plannedChildren(
  wanted: ReadonlyMap<string, ValueMap>,
  recorded: readonly ChildRecord[],
): readonly PlannedChild[] {
  const known = new Map(recorded.map((child) => [child.name, child]))
  const there = Array.from(wanted, ([name, exports]): PlannedChild => {
    const record = known.get(name)
    const changes = compareExports(record?.exports, exports)
    return { name, exports, ...changes, ...(record === undefined && { change: 'new' }) }
  })
  return [...there, ...goneChildren(recorded.filter(({ name }) => !wanted.has(name)))]
}

export function goneChildren(recorded: readonly ChildRecord[]): readonly PlannedChild[] {
  return recorded.map(({ name, exports }) => {
    return { name, exports: {}, ...compareExports(exports, valueMap()), change: 'gone' }
  })
}

/**
 * The exports that differ, or may differ, from the recorded ones. Exports of the blueprint come first, in its order, followed by those that it no
 * longer has.
 */
export function compareExports(
  recorded: ValueMap = valueMap(),
  planned: ValueMap,
): Pick<PlannedChild, 'exportsChanged' | 'exportChanges'> {
  const names = new Set([...Object.keys(planned), ...Object.keys(recorded)])
  const changes = Array.from(names).flatMap((path): FieldChange[] => {
    const [previous, next] = [recorded[path], planned[path]]
    if (previous !== undefined && next !== undefined && !containsUnknown(next) && equalValues(previous, next)) return []
    return [{ path, ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }]
  })
  return changes.length === 0 ? { exportsChanged: false } : { exportsChanged: true, exportChanges: changes }
}
