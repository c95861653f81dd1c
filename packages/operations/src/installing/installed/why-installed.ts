import { descriptorKey, type InstallRecord } from '@slipway/installer'
import type { Slipway } from '../../slipway.ts'
import { installing, named, type NamedRequest } from './installed-plugins.ts'
import { pluginIdOf } from '../plugin-id-of.ts'
import { neededByProject } from '../needed-by-project.ts'

export interface Reason {
  readonly id: string
  readonly version: string
  /**
   * Chains from the plugin to the plugins that need it: `acme/a 1.0.0`, …; the last entry may be the project. Empty: no known plugin or project
   * needs it.
   */
  readonly chains: readonly (readonly string[])[]
}

const longest = 50

/** Finds out which other plugins need installed plugins, and whether the project of this folder needs them. */
export async function whyInstalled(slipway: Slipway, request: NamedRequest): Promise<readonly Reason[]> {
  const { installer, project, find } = await installing(slipway, request)
  const all = await installer.list()
  const records = all.map(({ record }) => record)
  const wanted = new Set((await neededByProject(slipway, project)).map(descriptorKey))
  const locked = new Set(project.trust.isTrusted ? wanted : [])
  const chainsOf = (record: InstallRecord, below: ReadonlySet<string>): readonly (readonly string[])[] => {
    const own = locked.has(record.descriptor) ? [[`the project in ${project.folders.project}`]] : []
    const needing = records.filter(
      ({ needs, place }) => needs.includes(record.place.folder) && !below.has(place.folder),
    )
    const through = needing.flatMap((each) => {
      const further = chainsOf(each, new Set([...below, each.place.folder]))
      return (further.length === 0 ? [[]] : further).map((chain) => [nameOf(each)].concat(chain))
    })
    return [...own, ...through].slice(0, longest)
  }
  return named(all, request.names ?? [], find).map(({ record }) => ({
    id: pluginIdOf(record.identity),
    version: record.identity.version,
    chains: chainsOf(record, new Set([record.place.folder])),
  }))
}

function nameOf({ identity }: InstallRecord): string {
  return `${pluginIdOf(identity)} ${identity.version}`
}
