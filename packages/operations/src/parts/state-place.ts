import { Failure } from '@slipway/model'
import { type PlaceFacts, placeFacts, placeWarning } from '@slipway/stores/sqlite'
import type { Observer } from '../events.ts'
import type { Project } from '../project/project.ts'

/**
 * Tells the user once what is odd about the file system of the state.
 *
 * @throws Failure `state/network-file-system` before a state is made, or changed, where locks cannot be relied upon
 */
export function checkStatePlace(
  { settings, folders }: Pick<Project, 'settings' | 'folders'>,
  access: 'read' | 'write',
  observe: Observer = () => undefined,
  look: (directory: string) => PlaceFacts = placeFacts,
): void {
  const directory = folders.state
  try {
    const allowsNetwork = settings.flag('state', 'allowNetwork')
    const message = placeWarning({ directory, access, allowsNetwork }, look(directory))
    if (message !== undefined) observe({ type: 'notice', message })
  } catch (error) {
    // A look at a blueprint needs no state. Commands that need it say why it cannot be read.
    if (access === 'write' || !(error instanceof Failure)) throw error
  }
}
