import { Failure } from '@slipway/model'
import { type PlaceFacts, placeFacts, placeWarning, stateFiles } from '@slipway/stores/sqlite'
import type { Observer } from '../events.ts'
import type { Settings } from '../settings/settings.ts'
import type { ProjectFiles } from '../trust/project-files.ts'
import type { StatePlace } from './state-driver.ts'

/**
 * Refuses a state of another user. Slipway acts on the state, so a planted state could make it destroy anything.
 *
 * @throws Failure `state/foreign`
 */
export function refuseForeignState(files: ProjectFiles, directory: string): void {
  files.assertOwnState([directory, ...stateFiles(directory)])
}

interface StateOfProject {
  readonly settings: Settings
  readonly folders: StatePlace
  readonly files: ProjectFiles
}

/**
 * Warns the user once about an unusual file system of the state.
 *
 * @throws Failure `state/foreign` before changing another user's state; `state/network-file-system` before creating or changing a state
 *   where locks are unreliable
 */
export function checkStatePlace(
  { settings, folders, files }: StateOfProject,
  access: 'read' | 'write',
  observe: Observer = () => undefined,
  look: (directory: string) => PlaceFacts = placeFacts,
): void {
  const directory = folders.state
  try {
    refuseForeignState(files, directory)
    // A state in a database leaves only this machine's part in the folder, which no other machine writes.
    if (folders.shared !== undefined) return
    const allowsNetwork = settings.flag('state', 'allowNetwork')
    const message = placeWarning({ directory, access, allowsNetwork }, look(directory))
    if (message !== undefined) observe({ type: 'notice', message })
  } catch (error) {
    // A command that looks at a blueprint needs no state. Commands that need the state report the problem.
    if (access === 'write' || !(error instanceof Failure)) throw error
  }
}
