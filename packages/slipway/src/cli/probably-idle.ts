import { statSync } from 'node:fs'
import type { InstanceState } from '@slipway/stores'
import type { ChangeRequest } from './change-instance.ts'

/**
 * A guess, before anything is compared: an `up` of a file that is older than its last successful deployment has most
 * likely nothing to do, and starting plugins for it would be in vain. When the guess is wrong they start a little later.
 */
export function probablyIdle(
  { operation, project, options, saved }: ChangeRequest,
  state: InstanceState | undefined,
): boolean {
  if (operation !== 'up' || saved !== undefined || state?.instance.status !== 'deployed' || state.intents.length > 0) {
    return false
  }
  const asksForMore = [options.var, options.varFile, options.replace].some((given) => given.length > 0)
  if (asksForMore || options.refresh === true || project.blueprint === undefined) return false
  return changedBefore(project.blueprint.file, state.instance.updatedAt)
}

function changedBefore(file: string, time: number): boolean {
  try {
    return statSync(file).mtimeMs < time
  } catch {
    // Reading it says what is wrong with it.
    return false
  }
}
