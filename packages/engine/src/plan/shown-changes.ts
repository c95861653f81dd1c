import type { FieldChange } from '@slipway/model'

/**
 * The changes that people are shown.
 *
 * @param hidden paths that they need not see
 */
export function shownChanges(changes: readonly FieldChange[], hidden: readonly string[] = []): readonly FieldChange[] {
  if (hidden.length === 0) return changes
  return changes.filter(
    ({ path }) => !hidden.some((each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}[`)),
  )
}
