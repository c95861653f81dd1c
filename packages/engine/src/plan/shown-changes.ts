import type { FieldChange } from '@slipway/model'

/**
 * What people are shown of changes.
 *
 * @param hidden paths of what they need not see
 */
export function shownChanges(changes: readonly FieldChange[], hidden: readonly string[] = []): readonly FieldChange[] {
  if (hidden.length === 0) return changes
  return changes.filter(
    ({ path }) => !hidden.some((each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}[`)),
  )
}
