import { containsUnknown, equalValues, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ChildRecord } from '@slipway/stores'

/** A child that a plan is about, or that is recorded, and what becomes of it. */
export interface PlannedChild {
  /** Its path of names: `network/subnets`. */
  readonly name: string
  /** As far as known. */
  readonly exports: Readonly<Record<string, Value>>
  readonly exportsChanged: boolean
  /** Absent: it is recorded, and stays. */
  readonly change?: 'new' | 'gone'
}

/** The children of a blueprint and of a state, in the order of the blueprint; without those that leave it at the end. */
export function plannedChildren(
  wanted: ReadonlyMap<string, ValueMap>,
  recorded: readonly ChildRecord[],
): readonly PlannedChild[] {
  const known = new Map(recorded.map((child) => [child.name, child]))
  const there = Array.from(wanted, ([name, exports]): PlannedChild => {
    const record = known.get(name)
    const exportsChanged = exportsDiffer(record?.exports, exports)
    return { name, exports, exportsChanged, ...(record === undefined && { change: 'new' }) }
  })
  return [...there, ...goneChildren(recorded.filter(({ name }) => !wanted.has(name)))]
}

export function goneChildren(recorded: readonly ChildRecord[]): readonly PlannedChild[] {
  return recorded.map(({ name, exports }) => {
    return { name, exports: {}, exportsChanged: Object.keys(exports).length > 0, change: 'gone' }
  })
}

/** True when exports are not, or may not be, as they were recorded. */
export function exportsDiffer(recorded: ValueMap | undefined, planned: ValueMap): boolean {
  return containsUnknown(planned) || !equalValues(recorded ?? valueMap(), planned)
}
