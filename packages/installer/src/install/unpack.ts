import { copyFile, mkdir, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackArchive } from '@slipway/archives'
import type { Ecosystem, Identity } from '../ecosystems/ecosystem.ts'
import { refuseSecondKind } from '../ecosystems/one-kind.ts'
import type { StoredTree } from '../store/trees.ts'
import { badArchive } from './failures.ts'
import { recognise } from './recognise.ts'
import type { Bytes, Work } from './work.ts'

/** Step 4: unpacks the archive into the store, and recognises the tree. */
export async function unpack(work: Work): Promise<void> {
  work.tell('unpack')
  const bytes = work.bytes.get()
  const tree = await treeOf(work, bytes)
  const { root, identity } = recognise(work, tree, bytes)
  refuseSecondKind(
    identity,
    work.store.records.all().map((record) => ({ identity: record.identity, folder: record.place.folder })),
  )
  const ecosystem = ecosystemOf(work, identity)
  work.recognised.set({ identity, tree, root, place: ecosystem.place(identity) })
}

export function ecosystemOf({ parts }: Work, { ecosystem }: Identity): Ecosystem {
  const found = parts.ecosystems.find(({ name }) => name === ecosystem)
  if (found === undefined) throw new Error(`there is no ecosystem ${ecosystem}`)
  return found
}

async function treeOf(work: Work, { as, sha256, path, fileName }: Bytes): Promise<StoredTree> {
  const { store, signal, downloadKey } = work
  const there = await store.trees.find(sha256, signal)
  if (there !== undefined) return there
  if (path === undefined) throw badArchive(work.shown)('its tree was changed in the store meanwhile')
  return work.turn('processor', () =>
    store.trees.make({ key: sha256, draft: downloadKey, signal }, async (folder) => {
      if (as === 'archive') return unpackArchive(path, folder, { signal, refuse: badArchive(work.shown) })
      await mkdir(folder)
      const program = join(folder, fileName ?? 'plugin')
      await copyFile(path, program)
      await chmod(program, 0o755)
    }),
  )
}
