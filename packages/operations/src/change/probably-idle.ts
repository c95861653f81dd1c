import { statSync } from 'node:fs'
import type { InstanceState } from '@slipway/stores'
import type { Change } from './change.ts'

/**
 * Guesses, before anything is compared, whether an `up` has nothing to do: its files are older than the last successful deployment, so starting
 * plugins would most likely be in vain. If the guess is wrong, the plugins start a little later.
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
  // A missing file does not count as idle: the later read of the file reports the problem.
  return files.every((each) => changedAt(each, Infinity) < updatedAt)
}

function asksForMore({ variables = {}, variableFiles = [], replace = [], refresh }: Change['wish']): boolean {
  return refresh === true || [Object.keys(variables), variableFiles, replace].some((given) => given.length > 0)
}

/** Returns the modification time in Unix milliseconds, or `otherwise` if the file is unreadable. That is enough for a guess. */
function changedAt(file: string, otherwise = 0): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return otherwise
  }
}
