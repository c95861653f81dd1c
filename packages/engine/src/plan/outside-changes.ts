import type { FieldChange } from '@slipway/model'
import type { CheckedResource } from '../check/checked.ts'
import type { Drift } from '../reality/gathered.ts'
import { PropertyPatterns } from '../spec/property-patterns.ts'

/** True when what was changed outside counts: nobody has said that it is to be ignored. */
export function isTracked(drift: Drift | undefined, { options, definition }: CheckedResource): boolean {
  if (drift?.kind !== 'changed' || !drift.tracked) return false
  const ignored = new PropertyPatterns(definition.schema, options?.ignoreChanges ?? [])
  return drift.changes.some(({ path }) => !ignored.has(path))
}

/** True when a change puts right what was found to be otherwise outside. */
export function isUndone(changes: readonly FieldChange[], drift: Drift | undefined): boolean {
  if (drift?.kind !== 'changed') return false
  const outside = new Set(drift.changes.map(({ path }) => path))
  return changes.some(({ path }) => outside.has(path))
}
