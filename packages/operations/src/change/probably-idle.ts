import { statSync } from 'node:fs'
import type { InstanceState } from '@slipway/stores'
import type { Change } from './change.ts'

/**
 * A guess, before anything is compared: an `up` of files that are older than their last successful deployment has most
 * likely nothing to do, and starting plugins for it would be in vain. When the guess is wrong they start a little later.
 */
export function probablyIdle(
  { operation, project, wish, saved, program }: Change,
  state: InstanceState | undefined,
): boolean {
  if (operation !== 'up' || saved !== undefined || state?.instance.status !== 'deployed' || state.intents.length > 0) {
    return false
  }
  const { file } = project.blueprint ?? {}
  const files = program?.files ?? (file === undefined ? [] : [file])
  if (asksForMore(wish) || files.length === 0) return false
  const { updatedAt } = state.instance
  // A file that is not there: reading it says what is wrong with it.
  return files.every((each) => changedAt(each, Infinity) < updatedAt)
}

function asksForMore({ variables = {}, variableFiles = [], replace = [], refresh }: Change['wish']): boolean {
  return refresh === true || [Object.keys(variables), variableFiles, replace].some((given) => given.length > 0)
}

/** Modification time in Unix milliseconds; `otherwise` if unreadable, which is enough for a guess. */
function changedAt(file: string, otherwise = 0): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return otherwise
  }
}
