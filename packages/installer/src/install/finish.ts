import { join, resolve, sep } from 'node:path'
import { syncTree } from '../store/lay-tree.ts'
import { finishPlace } from '../store/place.ts'
import { listTree, stampOf, type TreeList } from '../store/tree-list.ts'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { descriptorText } from '../descriptor/write.ts'
import { downloadFolder } from './download.ts'
import { foreignFolder, needsSdk } from './failures.ts'
import { makeOwn, ownList } from './put.ts'
import { isLocal } from './resolve.ts'
import { ecosystemOf } from './unpack.ts'
import type { Done, Work } from './work.ts'

/** The number of times that a plugin may name further needs after the named ones were installed. */
const maxRounds = 8

/**
 * Step 6: installs the packages that the plugin depends on, and the language plugin of its runtime. A plugin may know its other needs only once
 * these are installed.
 */
export async function installPackages(work: Work): Promise<Done> {
  const { identity, place } = work.record.get()
  const ecosystem = ecosystemOf(work, identity)
  const folders = new Set<string>()
  let known = -1
  for (let round = 0; round < maxRounds; round++) {
    const told = await ecosystem.needs(identity, place.folder)
    const needs = { ...told, plugins: [...told.plugins, ...(work.offer.get().needs ?? [])] }
    refuseFolders(work, needs.plugins)
    work.needs.set(needs)
    if (needs.plugins.length <= known) break
    known = needs.plugins.length
    if (known === 0) break
    work.tell('packages')
    work.hold.pause()
    for (const folder of await work.installNeeded(needs.plugins)) folders.add(folder)
    await work.hold.take()
  }
  const done = known > 0 ? await stillThere(work) : undefined
  if (done === undefined) work.record.set({ ...work.record.get(), needs: [...folders].sort() })
  return done
}

/**
 * Refuses folders outside the plugin. Only the user of this machine decides which folders are plugins; a plugin from elsewhere may name only folders
 * inside itself.
 */
function refuseFolders({ parts, resolved, bytes, record, shown }: Work, needed: readonly Descriptor[]): void {
  // An archive on this machine may have come from anywhere; only a folder is the user's own.
  const isFolder = isLocal(resolved.descriptor) && bytes.get().as === 'folder'
  if (isFolder && !isBelow(parts.home, resolved.origin)) return
  const { place } = record.get()
  for (const { form } of needed)
    if (form.form === 'path' && !isBelow(place.folder, form.path)) throw foreignFolder(shown, form.path)
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(`${resolve(folder)}${sep}`)
}

/** Checks the plugin again: while the locks were released, another process may have finished or replaced it. */
async function stillThere(work: Work): Promise<Done> {
  const mine = work.record.get()
  const state = await work.store.look(mine.place)
  if (state.as === 'installed' && state.record.sha256 === mine.sha256 && state.record.origin === mine.origin) {
    work.record.set(state.record)
    return 'present'
  }
  return state.as === 'partial' && state.record?.sha256 === mine.sha256 && state.record.origin === mine.origin
    ? undefined
    : 'again'
}

/** Step 7. */
export async function makeSdks(work: Work): Promise<Done> {
  const { sdks } = work.needs.get()
  if (sdks.length === 0) return
  const { identity, place } = work.record.get()
  const { parts, signal, store } = work
  work.tell('sdks')
  if (parts.sdks === undefined) throw needsSdk(work.shown, sdks.map(descriptorText))
  const maker = parts.sdks
  await makeOwn(work)
  await store.disk.fill(place.folder, () => maker.make({ for: identity, folder: place.folder, packages: sdks, signal }))
}

/** Step 8: installs the plugin's dependencies in its own language. */
export async function installDependencies(work: Work): Promise<Done> {
  if (work.needs.get().dependencies === undefined) return
  const { identity, place } = work.record.get()
  const { options, signal, store } = work
  await makeOwn(work)
  work.tell('dependencies')
  const say = (line: string): void => work.tell('dependencies', { line })
  // The dependencies were computed from files that were not yet the plugin's own copies.
  const { dependencies } = await ecosystemOf(work, identity).needs(identity, place.folder)
  await work.turn('network', () =>
    store.disk.fill(place.folder, async () =>
      dependencies?.({ signal, allowScripts: options.allowScripts ?? false, say }),
    ),
  )
}

/** Step 9: writes the record, which completes the plugin. Everything before it is durable, and only the marker remains to be removed. */
export async function finish(work: Work): Promise<void> {
  const { store } = work
  const record = work.record.get()
  const { sdks, dependencies } = work.needs.get()
  const isPlain = sdks.length === 0 && dependencies === undefined && !(work.isResumed && record.laidAs === 'copies')
  const list = isPlain ? plainList(work) : await listTree(record.place.folder)
  if (!isPlain) await syncTree(store.disk, record.place.folder, list)
  await store.records.write(record, list)
  await finishPlace(store.disk, record.place)
}

/** Returns the tree's list with the current stamps. Apart from the stamps, nothing in the tree has changed since it was laid out. */
function plainList(work: Work): TreeList {
  const { folder } = work.record.get().place
  return ownList(work).map(({ path, sha256, as }) => ({ path, sha256, as, stamp: stampOf(join(folder, path)) }))
}

/** Step 10: removes the partial download, which is no longer needed. The archive stays in the store. */
export async function tidy(work: Work): Promise<void> {
  await work.store.disk.remove(downloadFolder(work)).catch(() => {})
}
