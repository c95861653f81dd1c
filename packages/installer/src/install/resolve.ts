import type { Descriptor } from '../descriptor/descriptor.ts'
import { rangeOf } from '../descriptor/range.ts'
import { askedOf, descriptorKey } from '../descriptor/write.ts'
import type { LockEntry } from '../lock/lock-file.ts'
import type { Source } from '../sources/source.ts'
import type { InstallRecord } from '../store/records.ts'
import type { Signer } from '../verify/level.ts'
import { chooseVersion, type Choosing } from './choose-version.ts'
import { noSource } from './failures.ts'
import type { InstallerParts, InstallOptions } from './installer.ts'

/** Step 1: the chosen plugin, its version, and its source. */
export interface Resolved {
  readonly descriptor: Descriptor
  /** The short name, without the version. */
  readonly name: string
  readonly source: Source
  readonly origin: string
  /** The version; empty if the source has no versions, since the content gives it. */
  readonly version: string
  /** The lock file's entry for exactly this plugin and version. */
  readonly entry: LockEntry | undefined
  /** The signer in the lock file, even of another version: a new version by another signer is refused. */
  readonly signer: Signer | undefined
  /** The bytes that the lock file or the descriptor demands. */
  readonly pinned: { readonly sha256: string; readonly by: string } | undefined
}

export async function resolve(
  descriptor: Descriptor,
  parts: InstallerParts,
  options: InstallOptions,
  records: readonly InstallRecord[],
): Promise<Resolved> {
  const name = descriptorKey(descriptor)
  const source = parts.sources.find((each) => each.serves(descriptor))
  if (source === undefined) throw noSource(name)
  const origin = source.origin(descriptor)
  const range = rangeOf(descriptor.form.form, descriptor.version)
  const locked = isLocal(descriptor)
    ? undefined
    : options.lock?.find(name, (version, entry) => range.fits(version) && isOf(entry, descriptor))
  const choosing: Choosing = {
    descriptor,
    locked,
    exact: options.exact ?? true,
    anew: options.anew,
    update: options.update,
    present: isLocal(descriptor)
      ? []
      : records
          .filter((record) => record.descriptor === name && record.origin === origin)
          .map(({ version }) => ({ version })),
    now: parts.now(),
    minimumAge: options.minimumAge,
  }
  const choice =
    chooseVersion(choosing) ?? chooseVersion({ ...choosing, offered: await source.versions(descriptor, parts.access) })
  const { version } = choice
  const entry = locked?.version === version ? locked : undefined
  const signer = entry?.signer ?? lastSigner(name, options)
  return { descriptor, name, source, origin, version, entry, signer, pinned: pinnedBytes(descriptor, entry, parts) }
}

/** Returns the last signer. It does not use `find`, which would keep entries that nobody requests any more. */
function lastSigner(name: string, { lock }: InstallOptions): Signer | undefined {
  return lock?.entries.findLast((each) => each.descriptor === name && each.signer !== undefined)?.signer
}

/** Whether a lock entry belongs to a descriptor. A tag or a branch gives no version, so its entry is found by the request that it was made for. */
function isOf({ asked }: LockEntry, descriptor: Descriptor): boolean {
  return descriptor.version !== undefined || asked === (askedOf(descriptor) ?? asked)
}

/** Returns the record of the plugin on disk that has this source and these bytes. */
export function recordOf(
  { name, origin, version, pinned }: Resolved,
  records: readonly InstallRecord[],
): InstallRecord | undefined {
  return records.find(
    (record) =>
      record.descriptor === name &&
      record.origin === origin &&
      record.version === version &&
      (pinned === undefined || pinned.sha256 === record.sha256),
  )
}

/** Whether the plugin is on this machine: a local folder may hold other content each time under the same version, and nobody else can get it. */
export function isLocal({ form }: Descriptor): boolean {
  return form.form === 'path'
}

function pinnedBytes(
  { checksums }: Descriptor,
  entry: LockEntry | undefined,
  { platform }: InstallerParts,
): Resolved['pinned'] {
  const locked = entry?.platforms[platform]?.sha256
  if (locked !== undefined) return { sha256: locked, by: 'slipway.lock' }
  const asked = checksums?.[platform]
  return asked === undefined ? undefined : { sha256: asked, by: 'the descriptor' }
}
