import {
  compareVersions,
  type Descriptor,
  descriptorKey,
  descriptorText,
  isPrerelease,
  rangeOf,
} from '@slipway/installer'
import { Failure, messageOf } from '@slipway/model'
import type { Slipway } from '../../slipway.ts'
import type { ComposedInstaller } from '../compose-installer.ts'
import { installing, type NamedRequest } from './installed-plugins.ts'
import { lockFileOf } from '../lock-of.ts'
import { demandTrust } from '../on-demand.ts'
import { lockedAndNeeded } from '../update-plugins.ts'

export interface Outdated {
  readonly descriptor: string
  /** The version in the lock file, or else the highest installed version. Absent: there is neither. */
  readonly current?: string
  /** The newest version that satisfies the project; `latest` is the newest of all versions. */
  readonly wanted?: string
  readonly latest?: string
  /** The reason why the newest version is unknown. */
  readonly failure?: Failure
}

export interface Comparison {
  /** The plugins of a project with a newer version, and the plugins that could not be checked. */
  readonly found: readonly Outdated[]
  /** The number of plugins that the project needs. */
  readonly compared: number
}

/**
 * Compares a project's plugins with the available versions. Changes nothing.
 *
 * @throws Failure `install/untrusted`
 */
export async function outdatedPlugins(slipway: Slipway, request: NamedRequest = {}): Promise<Comparison> {
  const { installer, project } = await installing(slipway, request)
  demandTrust(project.trust)
  const lock = lockFileOf(project.folders.project)
  const records = (await installer.list()).map(({ record }) => record)
  const current = (key: string): string | undefined =>
    lock?.entries.find(({ descriptor }) => descriptor === key)?.version ??
    records
      .filter(({ descriptor }) => descriptor === key)
      .map(({ identity }) => identity.version)
      .sort(compareVersions)
      .at(-1)
  const descriptors = await lockedAndNeeded(slipway, project)
  const all = await Promise.all(
    descriptors.map((descriptor) => compared(descriptor, current(descriptorKey(descriptor)), installer)),
  )
  const found = all.filter(
    ({ current: now, latest, failure }) => failure !== undefined || (latest !== undefined && now !== latest),
  )
  return { found, compared: all.length }
}

async function compared(
  descriptor: Descriptor,
  current: string | undefined,
  { sources, access }: Pick<ComposedInstaller, 'sources' | 'access'>,
): Promise<Outdated> {
  const { form, version = '' } = descriptor
  const about = { descriptor: descriptorText({ form }), ...(current !== undefined && { current }) }
  try {
    const source = sources.find((each) => each.serves(descriptor))
    const offered = (await source?.versions(descriptor, access)) ?? []
    const versions = offered.flatMap((each) => (isPrerelease(each.version) ? [] : [each.version])).sort(compareVersions)
    const range = rangeOf(form.form, version)
    const wanted = versions.findLast((each) => range.fits(each))
    const latest = versions.at(-1)
    return { ...about, ...(wanted !== undefined && { wanted }), ...(latest !== undefined && { latest }) }
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('install/failed', messageOf(error))
    return { ...about, failure }
  }
}
