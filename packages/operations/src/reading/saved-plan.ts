import { beginningOf } from './beginning-of.ts'

/** How every saved plan begins. */
const beginning = /^\s*\{\s*"slipway"\s*:\s*"saved-plan"/
const beginningBytes = 200

/** Whether a file begins as saved plans do. */
export function isSavedPlan(path: string): boolean {
  return beginning.test(beginningOf(path, beginningBytes))
}
