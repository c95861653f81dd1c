import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { linksLeadingOut, type Refuse } from '@slipway/archives'
import { Failure } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import type { Identity } from '../ecosystems/ecosystem.ts'
import { type LaidEntry, laidList } from '../store/lay-tree.ts'
import type { StoredTree } from '../store/trees.ts'
import { badArchive, badFolder, notAPlugin, severalPlugins } from './failures.ts'
import type { Bytes, Work } from './work.ts'

/**
 * Recognises the plugin in a tree. The ecosystem that owns the descriptor or that the registry names decides, otherwise the ecosystem that knows the
 * content. Looks through a single folder that encloses everything.
 */
export function recognise(
  work: Work,
  tree: StoredTree,
  { as, fileName }: Bytes,
): { readonly root: string; readonly identity: Identity } {
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
    const [identity] = found
    if (identity === undefined) continue
    refuseNames(work, identity)
    const list = laidList(tree.list, { root })
    refusePrograms(work, list, identity)
    refuseLinks(tree, list, as === 'folder' ? badFolder(work.resolved.origin) : badArchive(work.shown))
    return { root, identity }
  }
  throw notAPlugin(work.shown, work.resolved.origin, as)
}

function rootsOf(folder: string): readonly string[] {
  const [only, ...others] = readdirSync(folder, { withFileTypes: true })
  return only !== undefined && others.length === 0 && only.isDirectory() ? ['', only.name] : ['']
}

/** The versions that are safe as the name of a folder. */
export const versionPattern = /^\w[\w.+-]{0,199}$/
const stepPattern = /^@?\w[\w.:~-]{0,199}$/

/** Refuses unsafe names: the name and the version may come from the content or from a server, and become names of folders. */
function refuseNames(work: Work, { name, version }: Identity): void {
  const wrong = versionPattern.test(version)
    ? name.split('/').every((step) => stepPattern.test(step))
      ? undefined
      : (['name', name] as const)
    : (['version', version] as const)
  if (wrong === undefined) return
  const [what, said] = wrong
  throw new Failure('install/bad-plugin', `${work.shown} gives an invalid ${what}: "${visible(said).slice(0, 200)}"`, {
    hint: 'tell the author of the plugin',
  })
}

function refusePrograms(work: Work, list: readonly LaidEntry[], { programs, renamed = {} }: Identity): void {
  const refuse = (why: string): Failure =>
    new Failure('install/not-a-plugin', `in ${work.shown}, ${why}`, { hint: 'ask its publisher' })
  const wrong = programs.find((program) => list.find(({ path }) => path === program)?.as !== 'program')
  if (wrong !== undefined) throw refuse(`${wrong} is not an executable file`)
  for (const [from, to] of Object.entries(renamed))
    if (list.some(({ path }) => path === to || path.startsWith(`${to}/`)))
      throw refuse(`${from} would become ${to}, which already exists`)
}

/**
 * Refuses links that lead out of the archive. A link may lead out of the plugin's folder as long as it stays inside the archive. Folders may come
 * from anywhere.
 */
function refuseLinks(tree: StoredTree, list: readonly LaidEntry[], refuse: Refuse): void {
  const links = list.flatMap(({ path, from, as }) =>
    as === 'link' ? [{ path, target: readlinkSync(join(tree.folder, from)) }] : [],
  )
  const [out] = linksLeadingOut(links, refuse)
  if (out !== undefined) throw refuse('leads out of it', out)
}
