import { copyFile, mkdir, chmod } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unpackArchive } from '@slipway/archives'
import { Failure } from '@slipway/model'
import type { Ecosystem, Identity } from '../ecosystems/ecosystem.ts'
import { laidList } from '../store/lay-tree.ts'
import type { TreeList } from '../store/tree-list.ts'
import type { StoredTree } from '../store/trees.ts'
import { severalPlugins, badArchive, notAPlugin } from './failures.ts'
import type { Bytes, Work } from './work.ts'

/** Step 4, into the store: the tree, and what it is. */
export async function unpack(work: Work): Promise<void> {
  work.tell('unpack')
  const bytes = work.bytes.get()
  const tree = await treeOf(work, bytes)
  const [root, identity] = recognise(work, tree, bytes)
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
  if (path === undefined) throw badArchive(work.shown, 'its tree was changed in the store meanwhile')
  return work.turn(() =>
    store.trees.make({ key: sha256, draft: downloadKey, signal }, async (folder) => {
      if (as === 'archive') return unpackArchive(path, folder, { signal, refuse: (why) => badArchive(work.shown, why) })
      await mkdir(folder)
      const program = join(folder, basename(fileName ?? 'plugin'))
      await copyFile(path, program)
      await chmod(program, 0o755)
    }),
  )
}

/** The ecosystem that owns the descriptor or that its registry names, else the one that knows the content. A folder around everything is looked through. */
function recognise(work: Work, tree: StoredTree, { fileName }: Bytes): readonly [root: string, Identity] {
  const { descriptor, version } = work.resolved
  const { ecosystem: named, kind } = work.offer.get()
  const hint = { descriptor, version, ...(fileName !== undefined && { fileName }), ...(kind !== undefined && { kind }) }
  const owners = work.parts.ecosystems.filter((each) =>
    named === undefined ? each.owns(descriptor) : each.name === named,
  )
  const asked = owners.length > 0 ? owners : work.parts.ecosystems
  for (const root of rootsOf(tree.folder)) {
    const found = asked.flatMap((each) => each.recognise(join(tree.folder, root), hint) ?? [])
    if (found.length > 1)
      throw severalPlugins(
        work.shown,
        found.map((each) => `${each.ecosystem} ${each.kind} ${each.name}`),
      )
    if (found[0] !== undefined) return [root, checkedPrograms(work, laidList(tree.list, { root }), found[0])]
  }
  throw notAPlugin(work.shown, work.resolved.origin)
}

function rootsOf(folder: string): readonly string[] {
  const [only, ...others] = readdirSync(folder, { withFileTypes: true })
  return only !== undefined && others.length === 0 && only.isDirectory() ? ['', only.name] : ['']
}

function checkedPrograms(work: Work, list: TreeList, identity: Identity): Identity {
  const wrong = identity.programs.find((program) => list.find(({ path }) => path === program)?.as !== 'program')
  if (wrong === undefined) return identity
  throw new Failure('install/not-a-plugin', `in ${work.shown}, ${wrong} is not a file that may be executed`, {
    hint: 'ask who publishes it',
  })
}
