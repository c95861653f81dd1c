import { lstatSync } from 'node:fs'
import { prepareDirectory } from '@slipway/stores/sqlite'
import { namespaceOf } from '@slipway/model'
import { namespacesOf } from '../needed-plugins/prelaunched.ts'
import type { StackFile } from '../project/find-stack.ts'
import type { Change } from './change.ts'

/**
 * Returns the providers to launch early for a first `up`. They will most likely be called, and can start while the state is created. An existing
 * state is opened first, because it may be refused.
 */
export function launchedEarly({ operation, project, loaded, saved }: Change): ReadonlySet<string> {
  const { state } = project.folders
  const wanted = loaded ? namespacesOf(loaded.blueprint, undefined) : namespacesIn(project.stackFile)
  if (operation !== 'up' || saved !== undefined || wanted.size === 0) return new Set()
  try {
    if (lstatSync(state, { throwIfNoEntry: false }) !== undefined) return new Set()
    // Plugins need files in the state's folder. Create it the same way as the state does.
    prepareDirectory(state)
  } catch {
    // The later opening of the state reports the problem.
    return new Set()
  }
  return wanted
}

function namespacesIn(stack: StackFile | undefined): ReadonlySet<string> {
  return new Set(stack?.types.map(namespaceOf))
}
