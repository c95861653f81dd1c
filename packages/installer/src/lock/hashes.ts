import type { Platform } from '../descriptor/platform.ts'
import type { Offer } from '../sources/source.ts'
import type { LockedBytes, LockEntry } from './lock-file.ts'

/**
 * What the lock file can say of all platforms: what the registry says, then what a `SHA256SUMS` or `checksums.txt` has, then what this machine has
 * downloaded itself, which is then all that is known (`isPartial`).
 */
export function hashesOf(
  offer: Pick<Offer, 'fileName' | 'platforms' | 'evidence'>,
  downloaded: { readonly platform: Platform; readonly sha256: string; readonly size: number },
): Pick<LockEntry, 'platforms' | 'isPartial'> {
  const { platform, sha256, size } = downloaded
  const listed = listedSums(offer, platform)
  const others: Record<string, LockedBytes> = { ...listed, ...offer.platforms }
  const isPartial = Object.keys(others).every((each) => each === platform)
  return { platforms: { ...others, [platform]: { sha256, size } }, isPartial }
}

const mostLines = 10_000

/** The files in the list whose names differ from this one's in the platform alone. */
function listedSums(
  { fileName, evidence }: Pick<Offer, 'fileName' | 'evidence'>,
  platform: Platform,
): Readonly<Record<string, LockedBytes>> {
  const sums = evidence?.sums
  const name = fileName ?? sums?.fileName
  if (sums === undefined || name === undefined) return {}
  const [os = '', architecture = ''] = platform.split('-')
  const found = new RegExp(`${os}([-_])${architecture}`).exec(name)
  if (found === null) return {}
  const [token = '', between = '-'] = found
  const [before, behind] = [name.slice(0, found.index), name.slice(found.index + token.length)]
  const listed: Record<string, LockedBytes> = {}
  for (const line of sums.text.split('\n', mostLines)) {
    const [, sha256 = '', file = ''] = /^([0-9a-fA-F]{64}) [ *]?(\S{1,500})\s*$/.exec(line) ?? []
    if (!file.startsWith(before) || !file.endsWith(behind) || file.length <= before.length + behind.length) continue
    const other = file.slice(before.length, file.length - behind.length).split(between)
    if (other.length === 2 && other.every((part) => /^[a-z0-9]{1,20}$/.test(part)))
      listed[other.join('-')] = { sha256: sha256.toLowerCase() }
  }
  return listed
}
