import type { Platform } from '../descriptor/platform.ts'
import type { Offer } from '../sources/source.ts'
import { bytesBySums } from '../sources/sums.ts'
import type { LockedBytes, LockEntry } from './lock-file.ts'

/**
 * Returns the lock file's hashes for all platforms: the registry's, then those of a `SHA256SUMS` or `checksums.txt`, then those of this machine's
 * own downloads, which may be the only known ones (`isPartial`).
 */
export function hashesOf(
  offer: Pick<Offer, 'fileName' | 'platforms' | 'evidence'>,
  downloaded: LockedBytes & { readonly platform: Platform },
): Pick<LockEntry, 'platforms' | 'isPartial'> {
  const { platform, ...bytes } = downloaded
  const sums = offer.evidence?.sums
  const listed = sums && bytesBySums(sums.text, offer.fileName ?? sums.fileName, platform).platforms
  const others: Record<string, LockedBytes> = { ...listed, ...offer.platforms }
  const isPartial = Object.keys(others).every((each) => each === platform)
  return { platforms: { ...others, [platform]: bytes }, isPartial }
}
