import type { FieldChange } from '@slipway/model'
import type { CheckedResource } from '../check/checked.ts'
import type { Drift } from '../reality/gathered.ts'
import { PropertyPatterns } from '../spec/property-patterns.ts'

/** True when something has changed outside, and the user has not said that such changes are ignored. */
export function isTracked(drift: Drift | undefined, { options, definition }: CheckedResource): boolean {
  if (drift?.kind !== 'changed' || !drift.tracked) return false
  const ignored = new PropertyPatterns(definition.schema, options?.ignoreChanges ?? [])
  return drift.changes.some(({ path }) => !ignored.has(path))
}

/** True when a planned change puts right what was changed outside. */
export function isUndone(changes: readonly FieldChange[], drift: Drift | undefined): boolean {
  if (drift?.kind !== 'changed') return false
  const outside = new Set(drift.changes.map(({ path }) => path))
  return changes.some(({ path }) => outside.has(path))
}
