import { rangeOf } from '../descriptor/range.ts'
import { askedOf } from '../descriptor/write.ts'
import { hashesOf } from '../lock/hashes.ts'
import type { Offer } from '../sources/source.ts'
import { frozen, shownName } from './failures.ts'
import type { InstallerParts, InstallOptions } from './installer.ts'
import type { Installed } from './outcome.ts'
import { isLocal, type Resolved } from './resolve.ts'
import { h1 } from '../verify/dirhash.ts'
import type { Work } from './work.ts'

/**
 * Refuses a change of a frozen lock file. Call this before the download.
 * @throws Failure `install/frozen`
 */
export function refuseFrozen(resolved: Resolved, { platform }: InstallerParts, options: InstallOptions): void {
  const { lock } = options
  if (options.frozen !== true || lock === undefined || isKeptOut(resolved)) return
  const { descriptor, entry } = resolved
  if (entry === undefined) {
    const versions = lock.entries.flatMap((each) => (each.descriptor === resolved.name ? each.version : []))
    const has = versions.length === 0 ? '' : `: it has ${versions.join(', ')}`
    throw frozen(descriptor, `${shownName(resolved)} is not in it${has}`)
  }
  if (entry.platforms[platform] === undefined)
    throw frozen(descriptor, `it does not have ${shownName(resolved)} for ${platform}`)
}

/**
 * Whether the lock file leaves out a plugin: a plugin on this machine, which nobody else can get, or a higher version that was already installed and
 * was not chosen.
 */
function isKeptOut({ descriptor, version }: Resolved): boolean {
  return isLocal(descriptor) || !rangeOf(descriptor.form.form, descriptor.version).fits(version)
}

/** The facts that are known only of a plugin that was downloaded just now. */
export interface Brought {
  readonly offer: Offer
  /** The hash of the files in the archive, if its ecosystem has such hashes. */
  readonly h1?: string
}

export function broughtBy({ resolved, bytes, recognised, offer }: Work): Brought {
  const list = recognised.isSet() ? recognised.get().tree.list : []
  const isHashed = resolved.descriptor.form.form === 'terraform' && bytes.isSet() && bytes.get().as === 'archive'
  // The hash does not cover links, and provider packages contain none.
  if (!isHashed || list.length === 0 || list.some(({ as }) => as === 'link')) return { offer: offer.get() }
  return { offer: offer.get(), h1: h1(list) }
}

/** Adds the missing parts to the lock file: the hash for this platform, and those for the others if the source reports them. */
export function noteInLock(
  resolved: Resolved,
  installed: Installed,
  brought: Brought | undefined,
  { platform }: InstallerParts,
  { lock, frozen: isFrozen }: InstallOptions,
): void {
  if (lock === undefined || isKeptOut(resolved)) return
  const { descriptor, name, version, origin, entry } = resolved
  const { sha256, size, signer } = installed
  const locked = entry?.platforms[platform]
  const isSigned = signer === undefined || signer === entry?.signer
  const isHashed = brought?.h1 === undefined || brought.h1 === locked?.h1
  if (locked?.sha256 === sha256 && ((isSigned && isHashed) || isFrozen === true)) return
  lock.put({
    descriptor: name,
    asked: askedOf(descriptor) ?? '',
    version,
    origin,
    ...(brought?.offer.pin !== undefined && { at: brought.offer.pin }),
    ...hashesOf(brought?.offer ?? {}, { platform, sha256, size, ...(brought?.h1 !== undefined && { h1: brought.h1 }) }),
    ...(signer !== undefined && { signer }),
  })
}
