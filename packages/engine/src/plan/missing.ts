import type { Drift } from '../reality/gathered.ts'
import type { PlanStep } from './plan.ts'

/** Why something is made anew or forgotten: its provider looked, and does not find it. */
export const missingOutside = 'missing outside'

/**
 * Ids of the records whose things no longer exist, by what was found now, or when a saved plan was made. They keep nothing alive.
 * Whatever has their key by now came later, for another record.
 */
export function missingIds(
  drift: ReadonlyMap<string, Drift>,
  steps: readonly Pick<PlanStep, 'current' | 'reason'>[] = [],
): ReadonlySet<string> {
  const missing = new Set<string>()
  for (const [id, { kind }] of drift) if (kind === 'missing') missing.add(id)
  for (const { current, reason } of steps)
    if (current !== undefined && reason === missingOutside) missing.add(current.id)
  return missing
}
