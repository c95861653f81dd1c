import { Failure } from '@slipway/model'
import type { Descriptor, Range } from '../descriptor/descriptor.ts'
import { compareVersions, isPrerelease, rangeOf } from '../descriptor/range.ts'
import { askedOf, descriptorKey, descriptorText } from '../descriptor/write.ts'
import type { OfferedVersion } from '../sources/source.ts'

export interface Choosing {
  readonly descriptor: Descriptor
  /** The plugin's entry in the lock file. */
  readonly locked?: { readonly version: string } | undefined
  /** The versions on disk that were installed from the same place. */
  readonly present: readonly PresentVersion[]
  /** The versions that the source offers; absent: the source has not been asked yet. */
  readonly offered?: readonly OfferedVersion[] | undefined
  /** The current time, in milliseconds since 1970. */
  readonly now: number
  /** The minimum age of a version that nobody requested by number, in milliseconds; a day by default. */
  readonly minimumAge?: number | undefined
  /** True if the lock file does not decide: the command line names a version, or the command is `plugin update`. */
  readonly anew?: boolean | undefined
  /** True if a version on disk does not decide either: the command is `plugin update`. */
  readonly update?: boolean | undefined
  /** False only for `plugin install` without `--exact`, where an installed version that is higher than the requested one also fits. */
  readonly exact: boolean
}

export interface PresentVersion {
  readonly version: string
  /** True if the version is present, but not installed. */
  readonly isPartial?: boolean
}

export interface Choice {
  readonly version: string
  /**
   * - `locked`: the lock file has this version
   * - `asked`: the user requested this version by number
   * - `higher`: this version is installed, and higher than the requested one
   * - `present`: this version is on disk and fits
   * - `newest`: this version is the newest that fits and is old enough
   */
  readonly why: 'locked' | 'asked' | 'higher' | 'present' | 'newest'
  /** A newer version that fits but is too young. */
  readonly heldBack?: string
}

const aDay = 24 * 60 * 60 * 1000

/**
 * Applies the rules of choice, in this order: the lock file, as long as its version fits the request; the requested version; a fitting version on
 * disk; the newest version that is old enough. Returns `undefined` when the source must be asked first.
 * @throws Failure `install/no-version`, which names the available versions
 */
export function chooseVersion(choosing: Choosing & { readonly offered: readonly OfferedVersion[] }): Choice
export function chooseVersion(choosing: Choosing): Choice | undefined
export function chooseVersion(choosing: Choosing): Choice | undefined {
  const { descriptor, locked, present, offered, anew = false, update = false, exact } = choosing
  const range = rangeOf(descriptor.form.form, descriptor.version)
  if (locked !== undefined && !anew && !update && range.fits(locked.version))
    return { version: locked.version, why: 'locked' }
  if (range.exact !== undefined) {
    const higher = exact ? undefined : highest(present.filter((each) => each.isPartial !== true).map(versionOf))
    if (higher !== undefined && compareVersions(higher, range.exact) > 0) return { version: higher, why: 'higher' }
    if (offered !== undefined && !isThere(range, present, offered)) throw noVersion(choosing, offered)
    return { version: range.exact, why: 'asked' }
  }
  // Only its source knows which version a branch or a tag now stands for.
  const isReference = descriptor.version === undefined && askedOf(descriptor) !== undefined
  const onDisk =
    update || isReference ? undefined : highest(present.map(versionOf).filter((version) => range.fits(version)))
  if (onDisk !== undefined) return { version: onDisk, why: 'present' }
  return offered === undefined ? undefined : newest(choosing, range, offered)
}

/** Returns the newest version that fits. An update never goes below the locked version, as long as that version fits and is still offered. */
function newest(choosing: Choosing, range: Range, offered: readonly OfferedVersion[]): Choice {
  const { locked, now, minimumAge = aDay } = choosing
  const fitting = offered.filter(({ version }) => range.fits(version))
  const isOld = ({ version, publishedAt }: OfferedVersion): boolean =>
    publishedAt === undefined || now - publishedAt >= minimumAge || version === locked?.version
  const chosen = highest(fitting.filter(isOld).map(versionOf))
  if (chosen === undefined) throw noVersion(choosing, offered)
  const top = highest(fitting.map(versionOf))
  return { version: chosen, why: 'newest', ...(top !== undefined && top !== chosen && { heldBack: top }) }
}

function versionOf({ version }: { readonly version: string }): string {
  return version
}

function isThere(range: Range, present: readonly PresentVersion[], offered: readonly OfferedVersion[]): boolean {
  return [...present, ...offered].some(({ version }) => range.fits(version))
}

/** Returns the highest version; releases come before prereleases. */
function highest(versions: readonly string[]): string | undefined {
  return versions.toSorted((a, b) => Number(isPrerelease(a)) - Number(isPrerelease(b)) || compareVersions(b, a))[0]
}

const mostNamed = 5

function noVersion({ descriptor, now, minimumAge = aDay }: Choosing, offered: readonly OfferedVersion[]): Failure {
  const key = descriptorKey(descriptor)
  const range = rangeOf(descriptor.form.form, descriptor.version)
  const versions = offered.map(versionOf).toSorted((a, b) => compareVersions(b, a))
  const [top] = versions
  if (top === undefined) {
    return new Failure('install/no-version', `there is no version of ${key}`, {
      hint: 'check the spelling, and whether the plugin has been released',
    })
  }
  const young = highest(offered.filter(({ version }) => range.fits(version)).map(versionOf))
  if (young !== undefined && range.exact === undefined) {
    const age = offered.find(({ version }) => version === young)?.publishedAt ?? now
    return new Failure(
      'install/no-version',
      `all versions of ${key} that fit are younger than ${hours(minimumAge)}: ${young} is ${hours(Math.max(now - age, 0))} old`,
      {
        hint: `ask for it by number (${descriptorText({ ...descriptor, version: young })}), or set plugins.minimumAge`,
      },
    )
  }
  const more = versions.length > mostNamed ? ` and ${versions.length - mostNamed} more` : ''
  const wanted = descriptor.version === undefined ? 'no release' : `no version that fits ${descriptor.version}`
  return new Failure(
    'install/no-version',
    `${key} has ${wanted}: there is ${versions.slice(0, mostNamed).join(', ')}${more}`,
    {
      hint: versions.every(isPrerelease)
        ? `prereleases are only taken if they are named: ${descriptorText({ ...descriptor, version: top })}`
        : 'ask for one of these, or for a range that one of these fits',
    },
  )
}

function hours(milliseconds: number): string {
  const count = milliseconds / (60 * 60 * 1000)
  return count < 1 ? 'less than an hour' : `${Math.floor(count)} h`
}
