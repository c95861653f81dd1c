import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PluginRoot } from '@slipway/host'
import { installedRecords, type InstallRecord, lockFileName, openLock, platformOf } from '@slipway/installer/locked'
import { pluginStore } from '../project/plugin-store.ts'
import type { Project } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'

interface LockedPlaces extends Pick<Project, 'settings' | 'folders' | 'trust'> {
  readonly slipway: Slipway
}

/**
 * Returns the folders of the plugins in a project's lock file, identified by source and bytes: another plugin of the same name does not count. Does
 * not read the lock file of an untrusted folder. Fails like `openLock`.
 */
export function lockedRoots({ slipway: { env }, settings, folders, trust }: LockedPlaces): readonly PluginRoot[] {
  const file = join(folders.project, lockFileName)
  if (!existsSync(file) || !trust.isTrusted) return []
  const records = installedRecords(pluginStore({ env, home: folders.home }, settings))
  const platform = platformOf()
  return openLock(file).entries.flatMap(({ descriptor, version, origin, platforms }): readonly PluginRoot[] => {
    const sha256 = platforms[platform]?.sha256
    const record = records.find(
      (each) =>
        each.descriptor === descriptor && each.version === version && each.origin === origin && each.sha256 === sha256,
    )
    return record === undefined || existsSync(record.place.marker) ? [] : [rootOf(record)]
  })
}

function rootOf({ identity: { ecosystem, kind, name, version }, place }: InstallRecord): PluginRoot {
  return { path: place.folder, origin: 'default', dialect: ecosystem, holds: { kind, name, version } }
}
