import { sep } from 'node:path'
import { knownLevel, type Level, listInstalled, type Signer } from '@slipway/installer'
import type { Project } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'
import { placesOfLevels } from '../../project/plugin-store.ts'

/** The verification level of a plugin on this machine, and its signer. */
export interface PluginLevel {
  /** `unverified`: the plugin was placed by hand, so Slipway knows nothing about it. */
  readonly level: Level | 'unverified'
  readonly signer?: Signer
}

/** Returns a function that gives the level of a plugin's file. */
export async function pluginLevels(
  { env }: Slipway,
  { settings, folders: { home } }: Pick<Project, 'settings' | 'folders'>,
): Promise<(file: string) => PluginLevel> {
  const places = placesOfLevels({ env, home }, settings)
  const installed = await listInstalled(places.store)
  return (file) => {
    const found = installed.find(({ record }) => file.startsWith(`${record.place.folder}${sep}`))
    if (found === undefined) return { level: 'unverified' }
    const { record, problem } = found
    // A plugin that has changed since its installation is unverified.
    if (problem !== undefined) return { level: 'none' }
    const { signer } = record
    return { level: knownLevel(record, places), ...(signer !== undefined && { signer }) }
  }
}
