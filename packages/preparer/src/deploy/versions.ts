import { lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Layout } from '../install/layout.ts'
import { inFolder, inFolderIfThere } from '../install/steady-folder.ts'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'

/** `current` becomes what is installed, and what it was becomes `last`. */
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

/** At no moment is there no link. */
function relink(path: string, target: string): void {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  symlinkSync(target, draft)
  renameSync(draft, path)
}

/** Removes the versions of a launchable that neither run nor ran before. */
export function prune(layout: Layout, kind: PodKind, id: string, launchable: string): void {
  const links = (['current', 'last'] as const).map((link) => layout.link(kind, id, launchable, link))
  const installs = layout.installs(kind, id, launchable)
  inFolderIfThere(layout.root, dirname(installs), ({ path }) => {
    const kept = new Set(links.map((link) => basename(linkTarget(join(path, basename(link))) ?? '')))
    inFolderIfThere(path, join(path, basename(installs)), (found) => {
      for (const name of readdirSync(found.path))
        if (!kept.has(name.replace(/\.digest$/, ''))) rmSync(join(found.path, name), { recursive: true, force: true })
    })
  })
}

/** The names in a folder; none when it is missing. */
export function foldersIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []
}
