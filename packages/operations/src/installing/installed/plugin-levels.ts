import { sep } from 'node:path'
import { knownLevel, type Level, listInstalled, type Signer } from '@slipway/installer'
import type { Project } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'
import { placesOfLevels } from '../../project/plugin-store.ts'

/** How sure this machine is of a plugin, and by whom it is signed. */
export interface PluginLevel {
  /** `unverified`: it was placed by hand, and Slipway knows nothing of it. */
  readonly level: Level | 'unverified'
  readonly signer?: Signer
}

/** Answers for the files of plugins, as they are launched. */
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
    // Nobody has verified what was changed since.
    if (problem !== undefined) return { level: 'none' }
    const { signer } = record
    return { level: knownLevel(record, places), ...(signer !== undefined && { signer }) }
  }
}
