import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import type { Place } from '../ecosystems/ecosystem.ts'
import type { InstallRecord } from './records.ts'
import { partialMarker } from './store-paths.ts'
import { type PlaceState, Store } from './store.ts'

/**
 * Checks a plugin before its launch. Returns its record, or `undefined` when the store has none, because it was placed by hand. Costs a
 * stat of each file; reads contents only where a stat differs.
 * @param marker the marker of an unfinished installation, if it is not `<folder>.partial`
 * @throws Failure `install/partial`, `install/changed`
 */
export async function checkInstalled(
  store: string,
  folder: string,
  marker = partialMarker(folder),
): Promise<InstallRecord | undefined> {
  const state = await new Store(store).look({ folder, marker })
  const problem = problemOf({ folder, marker }, state)
  if (problem !== undefined) throw problem
  return 'record' in state ? state.record : undefined
}

/** The maximum number of folders between a plugin's folder and its program. */
const mostSteps = 6

/**
 * Runs `checkInstalled` for the plugin that a file belongs to: the started program, or the description of sources.
 *
 * @throws Failure `install/partial`, `install/changed`
 */
export async function checkInstalledFile(store: string, file: string): Promise<InstallRecord | undefined> {
  const folder = folderOf(store, file)
  return folder === undefined ? undefined : checkInstalled(store, folder)
}

/** Returns the store's record of the plugin that a file belongs to; compares no files. */
export function recordOfFile(store: string, file: string): InstallRecord | undefined {
  const folder = folderOf(store, file)
  return folder === undefined ? undefined : new Store(store).records.at(folder)
}

function folderOf(store: string, file: string): string | undefined {
  const { records } = new Store(store)
  const names = [...new Set([file, existsSync(file) ? realpathSync(file) : file])]
  for (const name of names) {
    let folder = dirname(name)
    for (let step = 0; step < mostSteps; step++, folder = dirname(folder))
      if (existsSync(partialMarker(folder)) || records.at(folder) !== undefined) return folder
  }
  return undefined
}

/** Returns the store's records of everything that it has installed; reads no other files. */
export function installedRecords(store: string): readonly InstallRecord[] {
  return new Store(store).records.all()
}

/** A plugin with a record in the store, and its problem, if it has one. */
export interface ListedInstall {
  readonly record: InstallRecord
  /** The problem. `install/partial`: the command in the hint completes the installation. `install/changed`: the command installs the plugin again. */
  readonly problem?: Failure
}

/** Returns all plugins that the store knows, sorted by name and version, without those whose folder is gone. */
export async function listInstalled(store: string): Promise<readonly ListedInstall[]> {
  const opened = new Store(store)
  const listed: ListedInstall[] = []
  for (const record of opened.records.all()) {
    const state = await opened.look(record.place)
    if (state.as === 'absent') continue
    const problem = problemOf(record.place, state)
    listed.push({ record, ...(problem !== undefined && { problem }) })
  }
  const order = ({ record: { identity } }: ListedInstall): string => `${identity.name} ${identity.version}`
  return listed.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function problemOf({ folder }: Place, state: PlaceState): Failure | undefined {
  switch (state.as) {
    case 'partial':
      return new Failure('install/partial', `${folder} is present, but not installed: ${state.why}`, {
        hint: installCommand(state.record),
      })
    case 'changed':
      return new Failure(
        'install/changed',
        `${folder} differs from its installation: ${visible(state.path)} was changed, added or removed since`,
        { hint: installCommand(state.record) },
      )
    default:
      return undefined
  }
}

function installCommand(record: InstallRecord | undefined): string {
  return `slipway plugin install ${record === undefined ? 'DESCRIPTOR' : shellWord(record.written)}`
}
