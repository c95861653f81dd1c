import { lastWritten, prepareDirectory } from '@slipway/stores/sqlite'
import { namespacesOf } from '../parts/prelaunched.ts'
import type { Change } from './change.ts'
import { changedAt } from './probably-idle.ts'

/**
 * The providers that an `up` will surely call: they start while the state is opened. Nothing was deployed here yet, or the blueprint has
 * changed since the state was last written. Where it cannot be told, they start once the state says what is to be done.
 */
export function launchedEarly({ operation, project, loaded, program, saved }: Change): ReadonlySet<string> {
  const { blueprint, folders } = project
  const isKnown = operation === 'up' && loaded !== undefined && blueprint !== undefined
  if (!isKnown || program !== undefined || saved !== undefined) return new Set()
  try {
    const written = lastWritten(folders.state)
    if (written !== undefined && changedAt(blueprint.file) <= written) return new Set()
    // A plugin makes its own folders there. The state decides how that in which they are is made.
    if (written === undefined) prepareDirectory(folders.state)
  } catch {
    // Whoever opens the state says what is wrong.
    return new Set()
  }
  return namespacesOf(loaded.blueprint, undefined, false)
}
