import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Offer } from '../sources/source.ts'
import type { Archive } from '../store/archives.ts'
import { replaceFile } from '../store/disk.ts'
import type { StoredTree } from '../store/trees.ts'
import { wrongBytes } from './failures.ts'
import { isLocal } from './resolve.ts'
import type { Bytes, Work } from './work.ts'

/** Step 2: downloads the files that the store does not have yet. A download that was interrupted is resumed. */
export async function download(work: Work): Promise<void> {
  const { pinned, source, version, descriptor } = work.resolved
  const stored = pinned === undefined ? undefined : await pinnedBytes(work, pinned.sha256)
  if (stored !== undefined) {
    work.offer.set(offerOfStored(work, stored))
    work.bytes.set(stored)
    return
  }
  const { platform, access } = work.parts
  const offer = withPlainName(await source.offer(pinnedDescriptor(work), version, platform, access))
  work.offer.set(offer)
  if (pinned !== undefined && offer.sha256 !== undefined && offer.sha256 !== pinned.sha256)
    throw wrongBytes(work.shown, pinned.sha256, offer.sha256, pinned.by)
  // Bytes from another place count only if the source itself gives their checksum.
  const expected = offer.sha256
  const bytes =
    (expected === undefined ? undefined : await storedBytes(work, expected)) ??
    (isLocal(descriptor) ? undefined : await finishedBytes(work, offer)) ??
    (await work.turn('network', () => fetch(work, offer)))
  if (offer.sha256 === bytes.sha256) await work.store.archives.addOrigin(bytes.sha256, offer)
  work.bytes.set(bytes)
}

function pinnedDescriptor({ resolved: { descriptor, entry, source } }: Work): Descriptor {
  const isMeant = entry?.at === undefined ? undefined : source.pinned?.(descriptor, entry.at)
  return isMeant ?? descriptor
}

/** Keeps a program's file name from its source only if it is a plain name: a server may send anything. */
export function withPlainName({ fileName, ...offer }: Offer): Offer {
  const isPlain = fileName !== undefined && /^\w[^/\\\p{Cc}]*$/u.test(fileName) && Buffer.byteLength(fileName) <= 200
  return { ...offer, ...(isPlain && { fileName }) }
}

/** Returns an offer that can be verified without the network: the verifier remembers its earlier verdict on these bytes. */
function offerOfStored(work: Work, { sha256, size, fileName }: Bytes): Offer {
  const { descriptor, version, origin } = work.resolved
  const { platform } = work.parts
  const { archives, records } = work.store
  const installed = records.all().find((record) => record.sha256 === sha256 && record.origin === origin)
  const kind = installed?.identity.kind ?? archives.kindBy(sha256, origin)
  return {
    descriptor,
    version,
    platform,
    origin,
    sha256,
    size,
    shown: origin,
    at: '',
    needs: archives.needsBy(sha256, origin),
    ...(kind !== undefined && { kind }),
    ...(fileName !== undefined && { fileName }),
  }
}

/**
 * Returns the bytes that a lock file pins, if the store has them from the place that the lock file names. Otherwise a lock file could pin anything:
 * bytes from another place would be recorded under this one, and every other project would trust them.
 */
async function pinnedBytes(work: Work, sha256: string): Promise<Bytes | undefined> {
  const { store, resolved } = work
  const isFromThere =
    store.archives.isFrom(sha256, resolved.origin) ||
    store.records.all().some((record) => record.sha256 === sha256 && record.origin === resolved.origin)
  return isFromThere ? await storedBytes(work, sha256) : undefined
}

async function storedBytes({ store, signal }: Work, sha256: string): Promise<Bytes | undefined> {
  const archive = await store.archives.find(sha256)
  if (archive !== undefined) return bytesOf(archive)
  const tree = await store.trees.find(sha256, signal)
  return tree === undefined ? undefined : { as: 'folder', sha256, size: sizeOf(tree), path: undefined }
}

function bytesOf({ file, ...archive }: Archive): Bytes {
  return { ...archive, path: file }
}

/** Returns the total size of the tree's files, according to their stamps. */
function sizeOf({ list }: StoredTree): number {
  return list.reduce((sum, { stamp }) => sum + Number(stamp.split(' ')[2]), 0)
}

/** Returns a complete download from the same place that an earlier attempt has not installed. */
async function finishedBytes(work: Work, { at }: Offer): Promise<Bytes | undefined> {
  const note = join(downloadFolder(work), 'fetched.json')
  if (!existsSync(note)) return undefined
  try {
    const fetched = JSON.parse(readFileSync(note, 'utf8')) as { readonly at: string; readonly sha256: string }
    return fetched.at === at ? await storedBytes(work, fetched.sha256) : undefined
  } catch {
    return undefined
  }
}

/** Returns the folder for the unfinished part of this download, and for the note on a finished download that is not installed yet. */
export function downloadFolder({ store, downloadKey }: Work): string {
  return join(store.paths.downloads, downloadKey)
}

async function fetch(work: Work, offer: Offer): Promise<Bytes> {
  const { store, parts, resolved } = work
  const { disk } = store
  const folder = downloadFolder(work)
  const target = { file: join(folder, 'part'), folder: join(folder, 'tree') }
  await mkdir(folder, { recursive: true })
  await disk.remove(target.folder)
  const isBegun = existsSync(target.file)
  const access = {
    ...parts.access,
    progress: (bytes: number, total: number | undefined) =>
      work.tell('download', { bytes, ...(total !== undefined && { total }) }),
  }
  work.tell('download')
  const fetched = await disk.fill(folder, () => resolved.source.fetch(offer, target, access))
  if (fetched.as === 'folder') return folderBytes(work, target.folder)
  const expected = offer.sha256 ?? fetched.sha256
  if (fetched.sha256 !== expected) {
    await disk.remove(target.file)
    throw wrongBytes(work.shown, expected, fetched.sha256, offer.shown)
  }
  work.isResumed = isBegun
  const { fileName } = offer
  const finished = { ...fetched, file: target.file, ...(fileName !== undefined && { fileName }) }
  const kept = await store.archives.keep(finished, offer)
  await noteFetched(work, offer.at, fetched.sha256)
  return bytesOf(kept)
}

async function folderBytes(work: Work, folder: string): Promise<Bytes> {
  const { store, signal, downloadKey } = work
  const tree = await store.trees.make({ key: undefined, draft: downloadKey, signal }, (draft) =>
    store.disk.rename(folder, draft),
  )
  await noteFetched(work, work.offer.get().at, tree.key)
  return { as: 'folder', sha256: tree.key, size: sizeOf(tree), path: undefined }
}

function noteFetched(work: Work, at: string, sha256: string): Promise<void> {
  return replaceFile(
    work.store.disk,
    join(downloadFolder(work), 'fetched.json'),
    `${JSON.stringify({ at, sha256 })}\n`,
    { isDurable: false },
  )
}
