import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder of Slipway itself. Only this file asks where that is: in a bundle, the build answers for it.
 */
export const workspace = join(import.meta.dirname, '../../../..')

/** Where builds are kept beside the sources they are made of; `undefined` where nothing can be written there. */
export function workspaceCache(): string | undefined {
  try {
    accessSync(join(workspace, 'node_modules'), constants.W_OK)
    return join(workspace, 'node_modules/.cache/slipway')
  } catch {
    return undefined
  }
}
