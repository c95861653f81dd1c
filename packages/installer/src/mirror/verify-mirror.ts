import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import { descriptorKey, descriptorOfKey } from '../descriptor/write.ts'
import { wrongBytes } from '../install/failures.ts'
import { failureOf } from '../install/run-steps.ts'
import type { LockEntry } from '../lock/lock-file.ts'
import { mirrorSource } from '../sources/mirror.ts'
import type { MirrorFiles } from '../sources/mirror-files.ts'
import { offerEnding, readOffer } from '../sources/mirrored-offer.ts'
import type { Offer } from '../sources/source.ts'
import { listTree, sha256OfFile, treeDigest } from '../store/tree-list.ts'
import type { Mirrored, MirrorParts, MirrorWish } from './write-mirror.ts'

/**
 * Verifies a mirror as a machine behind it would: for each platform, the mirror must have everything in the lock files, with the pinned bytes.
 * Without entries, verifies everything in the mirror against the mirror's own notes. Changes nothing.
 *
 * @param staging a folder for downloads, which exists
 */
export async function verifyMirror(
  { entries, platforms }: MirrorWish,
  files: MirrorFiles,
  parts: MirrorParts & { readonly staging: string },
  onDone: (done: Mirrored) => void,
): Promise<readonly Mirrored[]> {
  const absent = files.absent()
  if (absent !== undefined) throw absent
  const all: Mirrored[] = []
  const note = (done: Mirrored): void => {
    all.push(done)
    onDone(done)
  }
  if (entries.length === 0)
    for (const path of await files.documents(parts.access)) note(await verifyDocument(path, files, parts))
  for (const entry of entries) for (const platform of platforms) note(await verifyEntry(entry, platform, files, parts))
  return all
}

async function verifyEntry(
  entry: LockEntry,
  platform: Mirrored['platform'],
  files: MirrorFiles,
  parts: MirrorParts & { readonly staging: string },
): Promise<Mirrored> {
  const about = { descriptor: entry.descriptor, version: entry.version, platform }
  const { terraformHost, access } = parts
  const source = mirrorSource({ files, terraformHost, originOf: () => entry.origin })
  return await verified(about, parts, async (folder) => {
    const offer = await source.offer(descriptorOfKey(entry.descriptor, entry), entry.version, platform, access)
    const into = { file: join(folder, 'file'), folder: join(folder, 'tree') }
    const fetched = await source.fetch(offer, into, access)
    const isFolder = fetched.as === 'folder'
    return { offer, locked: entry.platforms[platform]?.sha256, entry, ...into, isFolder }
  })
}

async function verifyDocument(
  path: string,
  files: MirrorFiles,
  parts: MirrorParts & { readonly staging: string },
): Promise<Mirrored> {
  const { access } = parts
  const archive = path.slice(0, -offerEnding.length)
  const text = await files.small(path, access)
  const unread = { descriptor: archive, version: '', platform: 'any-platform' } as const
  if (text === undefined) return failed(unread, new Failure('install/not-found', `${files.at(path)} cannot be read`))
  let noted: ReturnType<typeof readOffer>
  try {
    noted = readOffer(text, files.at(archive))
  } catch (error) {
    return failed(unread, failureOf(error, archive, access.signal))
  }
  const { descriptor, version, platform, sha256 } = noted
  return await verified({ descriptor: descriptorKey(descriptor), version, platform }, parts, async (folder) => {
    const { isFolder } = await files.look(archive, access)
    const offer = { ...noted, shown: files.at(archive), at: '' }
    const into = { file: join(folder, 'file'), folder: join(folder, 'tree') }
    await files.bring(archive, into, access)
    return { offer, locked: sha256, entry: undefined, ...into, isFolder }
  })
}

interface Brought {
  readonly offer: Offer
  /** The sha256 that the lock file pins for it. */
  readonly locked: string | undefined
  /** The entry of the lock file; absent: only the mirror knows the plugin. */
  readonly entry: LockEntry | undefined
  readonly file: string
  readonly folder: string
  readonly isFolder: boolean
}

async function verified(
  about: Pick<Mirrored, 'descriptor' | 'version' | 'platform'>,
  { verifier, access, staging }: MirrorParts & { readonly staging: string },
  bring: (folder: string) => Promise<Brought>,
): Promise<Mirrored> {
  const place = join(staging, 'verified')
  try {
    await mkdir(place, { recursive: true })
    const { offer, locked, entry, file, folder, isFolder } = await bring(place)
    const sha256 = isFolder ? treeDigest(await listTree(folder)) : await sha256OfFile(file)
    const by = entry === undefined ? 'the mirror itself' : 'slipway.lock'
    if (locked !== undefined && locked !== sha256) throw wrongBytes(offer.shown, locked, sha256, by)
    const isLocked = entry !== undefined && locked !== undefined
    const asked = { offer, file: isFolder ? undefined : file, sha256, signer: entry?.signer, signal: access.signal }
    const proof = await verifier.verify({ ...asked, locked: isLocked })
    return { ...about, action: 'verified', sha256, path: offer.shown, ...proof }
  } catch (error) {
    return failed(about, failureOf(error, `${about.descriptor} ${about.version}`, access.signal))
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

function failed(about: Pick<Mirrored, 'descriptor' | 'version' | 'platform'>, failure: Failure): Mirrored {
  return { ...about, action: 'failed', failure }
}
