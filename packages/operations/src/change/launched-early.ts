import { lstatSync } from 'node:fs'
import { prepareDirectory } from '@slipway/stores/sqlite'
import { namespacesOf } from '../needed-plugins/prelaunched.ts'
import type { Change } from './change.ts'

/**
 * The providers of an `up` where nothing was deployed yet: they will most likely be called, and start while the state is made. Where
 * there is a state it is opened first, as it may be refused.
 */
export function launchedEarly({ operation, project, loaded, program, saved }: Change): ReadonlySet<string> {
  const { state } = project.folders
  const isOwn = operation === 'up' && program === undefined && saved === undefined
  if (!isOwn || loaded === undefined) return new Set()
  try {
    if (lstatSync(state, { throwIfNoEntry: false }) !== undefined) return new Set()
    // Plugins need files in the folder of the state. It is made in the way in which the state makes it.
    prepareDirectory(state)
  } catch {
    // Whatever opens the state reports the problem.
    return new Set()
  }
  return namespacesOf(loaded.blueprint, undefined, false)
}
