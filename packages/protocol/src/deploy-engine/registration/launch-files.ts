import { join } from 'node:path'

/**
 * The environment variable with the path of a folder that the host makes for this one launch. Nobody but its user may enter the folder.
 * Plugins that do not know the variable use a port of loopback instead.
 */
export const launchVariable = 'SLIPWAY_PLUGIN_LAUNCH'

export interface LaunchFiles {
  /** The unix socket where the host listens. */
  readonly host: string
  /** The unix socket where the plugin is to listen. */
  readonly plugin: string
  /** The token that host and plugin send each other with every call. The plugin removes its file. */
  readonly token: string
}

export function launchFiles(folder: string): LaunchFiles {
  return { host: join(folder, 'host'), plugin: join(folder, 'plugin'), token: join(folder, 'token') }
}
