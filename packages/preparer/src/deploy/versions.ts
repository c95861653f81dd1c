import { lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Layout } from '../install/layout.ts'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'

/** `current` becomes what is installed, and what it was becomes `last`. */
export function flip(layout: Layout, kind: PodKind, id: string, { name, folder }: Installed): void {
  // A plain command has no versions.
  if (folder === layout.home(kind, id)) return
  const current = layout.link(kind, id, name, 'current')
  const was = linkTarget(current)
  if (was === folder) return
  if (was !== undefined) relink(layout.link(kind, id, name, 'last'), was)
  relink(current, folder)
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
  const installs = layout.installs(kind, id, launchable)
  const links = (['current', 'last'] as const).map((link) => linkTarget(layout.link(kind, id, launchable, link)))
  const kept = new Set(links.map((target) => basename(target ?? '')))
  for (const name of foldersIn(installs))
    if (!kept.has(name.replace(/\.digest$/, ''))) rmSync(join(installs, name), { recursive: true, force: true })
}

/** The names in a folder; none when it is missing. */
export function foldersIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []
}
