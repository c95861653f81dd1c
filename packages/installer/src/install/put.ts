import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { descriptorText } from '../descriptor/write.ts'
import type { Place } from '../ecosystems/ecosystem.ts'
import { type LaidAs, type LaidEntry, laidList, layTree } from '../store/lay-tree.ts'
import { putInPlace, recover, writeMarker } from '../store/place.ts'
import type { InstallRecord } from '../store/records.ts'
import { besideOf, placeApart } from '../store/store-paths.ts'
import { compareTree } from '../store/tree-list.ts'
import type { Done, Work } from './work.ts'

/** Step 5: moves the plugin from the store to its place, where it is present from then on. If the same plugin is already there, it stays. */
export async function put(work: Work): Promise<Done> {
  const { place: own } = work.recognised.get()
  const apart = placeApart(work.parts.home, own, work.resolved.origin, work.bytes.get().sha256)
  const there = await whatIsAt(work, own)
  const place = there === 'another' ? apart : own
  const found = there === 'another' ? await whatIsAt(work, apart) : there
  if (typeof found === 'object') {
    work.record.set(found.record)
    work.isResumed = !found.isWhole
    return found.isWhole ? 'present' : undefined
  }
  const record = newRecord(work, place)
  const laidAs = await stage(work, record, record.identity.programs.length > 0 ? 'links' : 'copies')
  work.record.set({ ...record, laidAs })
  await putInPlace(work.store.disk, work.record.get())
}

/** Returns the files that the plugin came with, as the store has them, by their names in the layout. */
export function ownList(work: Work): readonly LaidEntry[] {
  const { tree, root, identity } = work.recognised.get()
  return laidList(tree.list, { root, renamed: identity.renamed })
}

async function stage(work: Work, { place }: InstallRecord, as: LaidAs): Promise<LaidAs> {
  const { disk, trees } = work.store
  const { tree } = work.recognised.get()
  const { staging, parent } = besideOf(place)
  await disk.makeFolder(parent)
  await disk.remove(staging)
  const lay = (): Promise<LaidAs> => layTree(disk, { folder: tree.folder, list: ownList(work) }, staging, as)
  return as === 'links' ? trees.linking(tree.key, work.signal, lay) : lay()
}

/** Gives the plugin its own copies of its files. Call this before a step changes them. */
export async function makeOwn(work: Work): Promise<void> {
  const record = work.record.get()
  if (record.laidAs === 'copies') return
  await stage(work, record, 'copies')
  work.record.set({ ...record, laidAs: 'copies' })
  await putInPlace(work.store.disk, work.record.get())
}

function newRecord(work: Work, place: Place): InstallRecord {
  const { identity, tree, root } = work.recognised.get()
  const { level, signer } = work.proof.get()
  const { sha256, size } = work.bytes.get()
  return {
    format: 1,
    attempt: randomBytes(8).toString('hex'),
    identity,
    place,
    descriptor: work.resolved.name,
    written: writtenText(work),
    origin: work.resolved.origin,
    version: work.resolved.version,
    sha256,
    size,
    level,
    ...(signer !== undefined && { signer }),
    tree: tree.key,
    root,
    laidAs: 'copies',
    needs: [],
  }
}

function writtenText({ resolved: { descriptor, version } }: Work): string {
  const { version: asked, ...rest } = descriptor
  const words = version === '' ? asked : version
  return descriptorText({ ...rest, ...(words !== undefined && { version: words }) })
}

type Found = { readonly record: InstallRecord; readonly isWhole: boolean } | 'another' | 'nothing'

/** Returns what is at the place; `nothing` also covers remains that need not stay. */
async function whatIsAt(work: Work, place: Place): Promise<Found> {
  const { store } = work
  await work.hold.place(place)
  if (work.hold.own !== undefined) await recover(store.disk, store.records, place)
  const state = await store.look(place)
  if (state.as === 'absent') return 'nothing'
  const isApart = place.folder !== work.recognised.get().place.folder
  if (state.as === 'foreign') return (await adopted(work, place)) ?? (isApart ? 'nothing' : 'another')
  if (state.record === undefined) return 'nothing'
  if (!isThis(work, state.record)) return isReplaced(work, state.record) ? 'nothing' : 'another'
  if (state.as === 'installed') return { record: await withProof(work, state.record), isWhole: true }
  if (state.as === 'changed') return 'nothing'
  // Without a marker, the store must know all files of the folder.
  if (existsSync(place.marker) && 'changed' in (await compareTree(place.folder, ownList(work)))) {
    // Anybody with write access could have made the marker and added files, so only the store's files are kept.
    work.isResumed = true
    return 'nothing'
  }
  // A plugin that this one needs is gone, so this one stays marked until that plugin is back.
  return { record: await marked(work, state.record), isWhole: false }
}

async function marked(work: Work, record: InstallRecord): Promise<InstallRecord> {
  const again = { ...record, attempt: randomBytes(8).toString('hex') }
  await writeMarker(work.store.disk, again)
  return again
}

/** Returns the record with the new proof: the plugin was verified again, because more proof is required now. */
async function withProof({ store, proof }: Work, record: InstallRecord): Promise<InstallRecord> {
  const list = store.records.list(record)
  const verified = { ...record, ...proof.get() }
  if (list === undefined || (verified.level === record.level && verified.signer === record.signer)) return record
  await store.records.write(verified, list)
  return verified
}

/** Adopts a plugin that was placed by hand, or whose record the store has lost, if all bytes are the same. */
async function adopted(work: Work, place: Place): Promise<Found | undefined> {
  if ('changed' in (await compareTree(place.folder, ownList(work)))) return undefined
  return { record: await marked(work, newRecord(work, place)), isWhole: false }
}

/** Whether a record is of this plugin: source and bytes must both be the same. */
function isThis(work: Work, record: InstallRecord): boolean {
  return isFromThere(work, record) && record.sha256 === work.bytes.get().sha256
}

function isFromThere({ resolved }: Work, { origin, descriptor }: InstallRecord): boolean {
  return origin === resolved.origin && descriptor === resolved.name
}

/** Whether the source has other bytes now and nobody has pinned the old ones: then the new bytes replace them. */
function isReplaced(work: Work, record: InstallRecord): boolean {
  return isFromThere(work, record) && work.resolved.pinned === undefined
}
