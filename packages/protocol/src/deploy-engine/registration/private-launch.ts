import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

import type { LocalAddress } from '../../wire/rpc/address.ts'

/**
 * Under this name a host tells a plugin of the folder that it has made for this one launch, which nobody but its user
 * may enter. Plugins that know nothing of it use a port of loopback instead.
 */
export const launchVariable = 'SLIPWAY_PLUGIN_LAUNCH'

export interface LaunchFiles {
  /** The unix socket where the host listens. */
  readonly host: string
  /** The unix socket where the plugin is to listen. */
  readonly plugin: string
  /** Said by host and plugin to each other with every call. The plugin takes the file away. */
  readonly token: string
}

export function launchFiles(folder: string): LaunchFiles {
  return { host: join(folder, 'host'), plugin: join(folder, 'plugin'), token: join(folder, 'token') }
}

/** Private to the host and plugin of one launch. */
export interface PrivateLaunch {
  /** The host listens here. */
  readonly host: LocalAddress
  /** The plugin is to listen here. */
  readonly plugin: LocalAddress
  readonly token: string
}

/**
 * Takes what the host has left for this process out of the environment and off the disk: whatever the plugin starts
 * later finds neither. `undefined` when the host has left nothing, or nothing that this process may read.
 */
export function takePrivateLaunch(env: Record<string, string | undefined>): PrivateLaunch | undefined {
  const folder = env[launchVariable] ?? ''
  delete env[launchVariable]
  if (folder === '') return undefined
  const files = launchFiles(folder)
  try {
    const token = readFileSync(files.token, 'latin1')
    unlinkSync(files.token)
    return { host: { socketPath: files.host }, plugin: { socketPath: files.plugin }, token }
  } catch {
    return undefined
  }
}
