import { lstatSync } from 'node:fs'
import { prepareDirectory } from '@slipway/stores/sqlite'
import { namespacesOf } from '../needed-plugins/prelaunched.ts'
import type { Change } from './change.ts'

/**
 * The providers to launch early for a first `up`. They will most likely be called, and can start while the state is created. An existing
 * state is opened first, because it may be refused.
 */
export function launchedEarly({ operation, project, loaded, program, saved }: Change): ReadonlySet<string> {
  const { state } = project.folders
  const isOwn = operation === 'up' && program === undefined && saved === undefined
  if (!isOwn || loaded === undefined) return new Set()
  try {
    if (lstatSync(state, { throwIfNoEntry: false }) !== undefined) return new Set()
    // Plugins need files in the state's folder. Create it the same way as the state does.
    prepareDirectory(state)
  } catch {
    // Opening the state reports the problem.
    return new Set()
  }
  return namespacesOf(loaded.blueprint, undefined, false)
}
