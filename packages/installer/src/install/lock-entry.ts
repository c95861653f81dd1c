import { askedOf } from '../descriptor/write.ts'
import { hashesOf } from '../lock/hashes.ts'
import type { Offer } from '../sources/source.ts'
import { frozen, shownName } from './failures.ts'
import type { InstallerParts, InstallOptions } from './installer.ts'
import type { Installed } from './outcome.ts'
import { isLocal, type Resolved } from './resolve.ts'

/** Before anything is downloaded. @throws Failure `install/frozen` */
export function refuseFrozen(resolved: Resolved, { platform }: InstallerParts, options: InstallOptions): void {
  if (options.frozen !== true || options.lock === undefined || isLocal(resolved.descriptor)) return
  if (resolved.entry === undefined) throw frozen(resolved.name, `${shownName(resolved)} is not in it`)
  if (resolved.entry.platforms[platform] === undefined)
    throw frozen(resolved.name, `it does not have ${shownName(resolved)} for ${platform}`)
}

/** What the lock file does not say yet: this platform, and the others where the source tells them. */
export function noteInLock(
  resolved: Resolved,
  installed: Installed,
  offer: Offer | undefined,
  { platform }: InstallerParts,
  { lock, frozen: isFrozen }: InstallOptions,
): void {
  if (lock === undefined || isLocal(resolved.descriptor)) return
  const { descriptor, name, version, origin, entry } = resolved
  const { sha256, size, signer } = installed
  const isSigned = signer === undefined || signer === entry?.signer || isFrozen === true
  if (entry?.platforms[platform]?.sha256 === sha256 && isSigned) return
  lock.put({
    descriptor: name,
    asked: askedOf(descriptor) ?? '',
    version,
    origin,
    ...(offer?.pin !== undefined && { at: offer.pin }),
    ...hashesOf(offer ?? {}, { platform, sha256, size }),
    ...(signer !== undefined && { signer }),
  })
}
