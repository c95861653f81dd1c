import type { FieldChange, PropertySchema, ResourceChanges } from '@slipway/model'
import { computedPaths } from './computed-paths.ts'

/** The changes of a resource that stays as it is. */
export const noResourceChanges: ResourceChanges = {
  mustRecreate: false,
  modified: [],
  added: [],
  removed: [],
  unchanged: [],
  computed: [],
}

/** The changes of a step in the form that providers expect. */
export function resourceChanges(
  schema: PropertySchema,
  changes: readonly FieldChange[],
  mustRecreate: boolean,
): ResourceChanges {
  const modified: FieldChange[] = []
  const added: FieldChange[] = []
  const removed: string[] = []
  const touched = new Set<string>()
  for (const change of changes) {
    touched.add(topOf(change.path))
    if (change.next === undefined) removed.push(change.path)
    else if (change.previous === undefined) added.push(change)
    else modified.push(change)
  }
  const unchanged: string[] = []
  const attributes = schema.attributes ?? {}
  for (const name in attributes) {
    if (attributes[name]?.computed !== true && !touched.has(`spec.${name}`)) unchanged.push(`spec.${name}`)
  }
  return { mustRecreate, modified, added, removed, unchanged, computed: computedPaths(schema) }
}

/** The top property of a path: `spec.tags` for `spec.tags[0].name`. */
function topOf(path: string): string {
  return /^[^.[]*\.[^.[]*/.exec(path)?.[0] ?? path
}
