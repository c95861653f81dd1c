import { compareVersions, descriptorKey, descriptorText, isPrerelease, rangeOf } from '@slipway/installer'
import { Failure, messageOf } from '@slipway/model'
import type { Slipway } from '../slipway.ts'
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
    descriptors.map(async (descriptor): Promise<Outdated> => {
      const key = descriptorKey(descriptor)
      const known = current(key)
      const about = {
        descriptor: descriptorText({ form: descriptor.form }),
        ...(known !== undefined && { current: known }),
      }
      try {
        const source = installer.sources.find((each) => each.serves(descriptor))
        const offered = (await source?.versions(descriptor, installer.access)) ?? []
        const versions = offered
          .map(({ version }) => version)
          .filter((version) => !isPrerelease(version))
          .sort(compareVersions)
        const range = rangeOf(descriptor.form.form, descriptor.version)
        const wanted = versions.filter((version) => range.fits(version)).at(-1)
        const latest = versions.at(-1)
        return { ...about, ...(wanted !== undefined && { wanted }), ...(latest !== undefined && { latest }) }
      } catch (error) {
        return { ...about, failure: error instanceof Failure ? error : new Failure('install/failed', messageOf(error)) }
      }
    }),
  )
  return found.filter(
    ({ current: now, latest, failure }) => failure !== undefined || (latest !== undefined && now !== latest),
  )
}
