import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type InstalledPlugin, policyPackAt, pulumiPluginId } from '@slipway/host'
import {
  compareVersions,
  type Descriptor,
  descriptorKey,
  descriptorWord,
  isUnlikePath,
  parseDescriptor,
  rangeOf,
} from '@slipway/installer/descriptors'
import { installedRecords, type InstallRecord, lockFileName, openLock, platformOf } from '@slipway/installer/locked'
import { Failure } from '@slipway/model'
import { pluginStore } from '../project/plugin-store.ts'
import { packName } from '../settings/pack-name.ts'
import type { Settings } from '../settings/settings.ts'
import { projectFiles } from '../trust/project-files.ts'
import type { PluginPlaces } from './find-plugins.ts'

/** A pack that checks resources, and its name in the settings. */
export interface PolicyPack extends InstalledPlugin {
  readonly named: string
}

export interface PolicyPacks {
  readonly packs: readonly PolicyPack[]
  /** Descriptors of packs that are not installed. */
  readonly missing: readonly string[]
}

/**
 * Finds the policy packs in the settings. Paths start at the settings file, or at the working directory for packs from the request or the
 * environment.
 */
export function policyPacksOf(places: PluginPlaces): PolicyPacks {
  const { settings, slipway, folders } = places
  const base = settings.get('policyPacks')?.base
  const files = projectFiles(slipway, folders.project)
  const names = [...new Set(settings.list('policyPacks').map((text) => packName(text, base ?? slipway.cwd)))]
  const known = new Set<string>()
  const missing: string[] = []
  const packs = names.flatMap((named): readonly PolicyPack[] => {
    if (!isUnlikePath(named)) {
      const pack = policyPackAt(named)
      if (base !== undefined) files.assertOurs(pack.file, 'policy pack')
      return [{ ...pack, named }]
    }
    const descriptor = packDescriptor(named, folders.project)
    // The user's own packs come first, so a project cannot replace one with another version.
    if (known.has(descriptorKey(descriptor))) return []
    known.add(descriptorKey(descriptor))
    const record = installedPack(descriptor, places)
    if (record === undefined) missing.push(named)
    return record === undefined ? [] : [{ ...packOf(record), named }]
  })
  return { packs, missing }
}

/** Parses an entry of `policyPacks` that is no path. @throws */
export function packDescriptor(text: string, folder: string): Descriptor {
  return parseDescriptor(text, { cwd: folder })
}

/** Finds the pack in the lock file, or else the highest matching version. */
function installedPack(
  descriptor: Descriptor,
  { slipway: { env }, settings, folders, trust }: PluginPlaces,
): InstallRecord | undefined {
  const key = descriptorKey(descriptor)
  const { fits } = rangeOf(descriptor.form.form, descriptor.version)
  const records = installedRecords(pluginStore({ env, home: folders.home }, settings)).filter(
    (each) =>
      each.descriptor === key &&
      each.identity.kind === 'analyzer' &&
      (descriptor.version === undefined || fits(each.version)) &&
      !existsSync(each.place.marker),
  )
  const file = join(folders.project, lockFileName)
  const entries = existsSync(file) && trust.isTrusted ? openLock(file).entries : []
  const locked = entries.flatMap((entry) => (entry.descriptor === key ? (entry.platforms[platformOf()] ?? []) : []))
  const chosen =
    locked.length === 0 ? records : records.filter((each) => locked.some((one) => one.sha256 === each.sha256))
  return chosen.toSorted((a, b) => compareVersions(a.version, b.version)).at(-1)
}

function packOf({ identity, place }: InstallRecord): InstalledPlugin {
  const [program] = identity.programs
  const pack = policyPackAt(program === undefined ? place.folder : join(place.folder, program))
  const id = pulumiPluginId('analyzer', identity.name) ?? pack.id
  return { ...pack, id, version: identity.version, root: { ...pack.root, path: place.folder, origin: 'default' } }
}

/**
 * Makes the failure for a policy pack that is not installed.
 *
 * @param how the way to install it, if known
 */
export function packNotInstalled(named: string, folder: string, how: string | undefined): Failure {
  return new Failure('host/no-policy-pack', `the policy pack ${named} is not installed`, {
    hint: how ?? `slipway plugin install ${descriptorWord(packDescriptor(named, folder))} installs it`,
  })
}

/** True if the user's own file names the pack. A project then cannot configure it. */
export function isPackOfUser({ named }: Pick<PolicyPack, 'named'>, settings: Settings): boolean {
  const { value, base } = settings.ofUser('policyPacks') ?? {}
  return base !== undefined && Array.isArray(value) && value.some((each) => packName(String(each), base) === named)
}
