import { beginningOf } from './beginning-of.ts'

/** Matches the beginning of a saved plan. */
const beginning = /^\s*\{\s*"slipway"\s*:\s*"saved-plan"/
const beginningBytes = 200

/** True if a file begins like a saved plan. */
export function isSavedPlan(path: string): boolean {
  return beginning.test(beginningOf(path, beginningBytes))
}
