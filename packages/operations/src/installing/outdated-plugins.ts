import {
  compareVersions,
  type Descriptor,
  descriptorKey,
  descriptorText,
  isPrerelease,
  rangeOf,
} from '@slipway/installer'
import { Failure, messageOf } from '@slipway/model'
import type { Slipway } from '../slipway.ts'
import type { ComposedInstaller } from './compose-installer.ts'
import { installing, type NamedRequest } from './installed-plugins.ts'
import { lockFileOf } from './lock-of.ts'
import { lockedAndNeeded } from './update-plugins.ts'

export interface Outdated {
  readonly descriptor: string
  /** Of the lock file, or the highest that is installed; absent: none. */
  readonly current?: string
  /** The newest that fits what the project asks for, and the newest of all. */
  readonly wanted?: string
  readonly latest?: string
  /** Why nobody can say. */
  readonly failure?: Failure
}

/** The plugins of a project of which there is a newer version, and those of which that cannot be said. Changes nothing. */
export async function outdatedPlugins(slipway: Slipway, request: NamedRequest = {}): Promise<readonly Outdated[]> {
  const { installer, project } = await installing(slipway, request)
  const { isTrusted } = project.trust
  const lock = isTrusted ? lockFileOf(project.folders.project) : undefined
  const records = (await installer.list()).map(({ record }) => record)
  const current = (key: string): string | undefined =>
    lock?.entries.find(({ descriptor }) => descriptor === key)?.version ??
    records
      .filter(({ descriptor }) => descriptor === key)
      .map(({ identity }) => identity.version)
      .sort(compareVersions)
      .at(-1)
  const descriptors = isTrusted ? await lockedAndNeeded(slipway, project) : []
  const found = await Promise.all(
    descriptors.map((descriptor) => compared(descriptor, current(descriptorKey(descriptor)), installer)),
  )
  return found.filter(
    ({ current: now, latest, failure }) => failure !== undefined || (latest !== undefined && now !== latest),
  )
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
