import { lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Layout } from '../install/layout.ts'
import type { Owner } from '../install/installed-code.ts'
import { showInstalls } from '../install/shown-installs.ts'
import { inFolder } from '../install/steady-folder.ts'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'

/** `current` becomes the installed version, and `last` the former `current`. */
export function flip(layout: Layout, kind: PodKind, id: string, { name, folder }: Installed): void {
  // A plain command has no versions.
  if (folder === layout.home(kind, id)) return
  const link = layout.link(kind, id, name, 'current')
  inFolder(layout.root, dirname(link), ({ path }) => {
    const current = join(path, basename(link))
    const was = linkTarget(current)
    if (was === folder) return
    if (was !== undefined) relink(join(path, basename(layout.link(kind, id, name, 'last'))), was)
    relink(current, folder)
  })
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined
}

/** Replaces the link in one step, so that it always exists. */
function relink(path: string, target: string): void {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  symlinkSync(target, draft)
  renameSync(draft, path)
}

/** Removes the versions of a launchable that neither run nor ran before. The links may be wrong: the pod can move them away. */
export function prune(layout: Layout, owner: Owner, { name: launchable, folder }: Installed): void {
  const { kind, id } = owner
  const installs = layout.installs(kind, id, launchable)
  const names = foldersIn(installs)
  // A plain command has no versions.
  if (names.length === 0) return
  const links = (['current', 'last'] as const).map((link) => layout.link(kind, id, launchable, link))
  const kept = inFolder(layout.root, dirname(layout.link(kind, id, launchable, 'current')), ({ path }) =>
    links.map((link) => basename(linkTarget(join(path, basename(link))) ?? '')),
  )
  for (const name of names) {
    if (name === basename(folder) || kept.includes(name)) continue
    rmSync(join(installs, name), { recursive: true, force: true })
    for (const note of [layout.inventory(kind, id, launchable, name), layout.sums(kind, id, launchable, name)])
      rmSync(note, { force: true })
  }
  showInstalls(layout, owner, launchable, true)
}

/** The names in a folder; none when it is missing. */
export function foldersIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []
}
