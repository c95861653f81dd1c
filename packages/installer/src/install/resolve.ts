import { compare, valid } from 'semver'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { LockEntry } from '../lock/lock-file.ts'
import type { Source } from '../sources/source.ts'
import type { InstallRecord } from '../store/records.ts'
import { noSource, noVersion } from './failures.ts'
import type { InstallerParts, InstallOptions } from './installer.ts'
import { fits, nameOf } from './naming.ts'

/** Step 1: which plugin is meant, in which version, and who has it. */
export interface Resolved {
  readonly descriptor: Descriptor
  /** Short, without the version. */
  readonly name: string
  readonly source: Source
  readonly origin: string
  readonly version: string
  /** What the lock file says of exactly this. */
  readonly entry: LockEntry | undefined
  /** What must be got, where somebody has said so: the lock file, or the descriptor. */
  readonly pinned: { readonly sha256: string; readonly by: string } | undefined
  /** Of those on disk that came from there and have these bytes. */
  readonly record: InstallRecord | undefined
}

export async function resolve(
  descriptor: Descriptor,
  parts: InstallerParts,
  options: InstallOptions,
  records: readonly InstallRecord[],
): Promise<Resolved> {
  const name = nameOf(descriptor)
  const source = parts.sources.find((each) => each.serves(descriptor))
  if (source === undefined) throw noSource(name)
  const origin = source.origin(descriptor)
  const entry = lockedEntry(descriptor, name, origin, options)
  const onDisk = records.filter((record) => record.descriptor === name && record.origin === origin)
  const version = entry?.version ?? (await choose(descriptor, source, parts, options, onDisk))
  const pinned = pinnedBytes(descriptor, entry, parts)
  const record = onDisk.find(
    (each) => each.identity.version === version && (pinned === undefined || pinned.sha256 === each.sha256),
  )
  return { descriptor, name, source, origin, version, entry, pinned, record }
}

/** A folder of this machine may hold something else each time, under the same version; and nobody else can get it. */
export function isLocal({ form }: Descriptor): boolean {
  return form.form === 'path'
}

function lockedEntry(
  descriptor: Descriptor,
  name: string,
  origin: string,
  { lock, anew = false }: InstallOptions,
): LockEntry | undefined {
  if (lock === undefined || anew) return undefined
  const entry = lock.find(name, (version) => fits(descriptor, version))
  return entry?.origin === origin ? entry : undefined
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

async function choose(
  descriptor: Descriptor,
  source: Source,
  { access }: InstallerParts,
  { anew = false }: InstallOptions,
  onDisk: readonly InstallRecord[],
): Promise<string> {
  const asked = descriptor.version
  if (asked !== undefined && valid(asked) !== null) return asked
  const there = onDisk.map(({ identity }) => identity.version).filter((version) => fits(descriptor, version))
  const [newest] = there.sort((a, b) => compare(b, a))
  if (newest !== undefined && !anew) return newest
  const offered = (await source.versions(descriptor, access)).map(({ version }) => version)
  const [chosen] = offered.filter((version) => fits(descriptor, version)).sort((a, b) => compare(b, a))
  if (chosen === undefined) throw noVersion(nameOf(descriptor), asked ?? 'any', offered, source.origin(descriptor))
  return chosen
}
