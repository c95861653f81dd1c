import { Failure } from '@slipway/model'
import { type PlaceFacts, placeFacts, placeWarning, stateFiles } from '@slipway/stores/sqlite'
import type { Observer } from '../events.ts'
import type { Settings } from '../settings/settings.ts'
import type { ProjectFiles } from '../trust/project-files.ts'
import type { StatePlace } from './state-driver.ts'

/**
 * Slipway carries out what a state says: somebody who can plant one could have anything destroyed.
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
 * Tells the user once what is odd about the file system of the state.
 *
 * @throws Failure `state/foreign` before a state of somebody else is changed; `state/network-file-system` before a state is made, or changed,
 *   where locks cannot be relied upon
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
    // A state here is then not one that several machines write.
    if (folders.shared !== undefined) return
    const allowsNetwork = settings.flag('state', 'allowNetwork')
    const message = placeWarning({ directory, access, allowsNetwork }, look(directory))
    if (message !== undefined) observe({ type: 'notice', message })
  } catch (error) {
    // A look at a blueprint needs no state. Commands that need it say why it cannot be read.
    if (access === 'write' || !(error instanceof Failure)) throw error
  }
}
