import { readFileSync, unlinkSync } from 'node:fs'

import type { LocalAddress } from '../../wire/rpc/address.ts'
import { launchFiles, launchVariable } from './launch-files.ts'

/** The data for a connection that is private to the host and plugin of one launch. */
export interface PrivateLaunch {
  /** The address where the host listens. */
  readonly host: LocalAddress
  /** The address where the plugin is to listen. */
  readonly plugin: LocalAddress
  readonly token: string
}

/**
 * Takes the host's data for this process out of the environment and off the disk, so that child processes of the plugin find neither.
 * `undefined` when the host has left nothing, or nothing that this process may read.
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
