import { statSync } from 'node:fs'
import type { InstanceState } from '@slipway/stores'
import type { Change } from './change.ts'

/**
 * A guess, before anything is compared: an `up` of a file that is older than its last successful deployment has most
 * likely nothing to do, and starting plugins for it would be in vain. When the guess is wrong they start a little later.
 */
export function probablyIdle({ operation, project, wish, saved }: Change, state: InstanceState | undefined): boolean {
  if (operation !== 'up' || saved !== undefined || state?.instance.status !== 'deployed' || state.intents.length > 0) {
    return false
  }
  if (asksForMore(wish) || project.blueprint === undefined) return false
  // A file that is not there: reading it says what is wrong with it.
  return changedAt(project.blueprint.file, Infinity) < state.instance.updatedAt
}

function asksForMore({ variables = {}, variableFiles = [], replace = [], refresh }: Change['wish']): boolean {
  return refresh === true || [Object.keys(variables), variableFiles, replace].some((given) => given.length > 0)
}

/** Unix milliseconds; where nothing can be seen, the other: this is a guess. */
function changedAt(file: string, otherwise = 0): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return otherwise
  }
}
