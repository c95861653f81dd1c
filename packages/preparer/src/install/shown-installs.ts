import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Owner } from './installed-code.ts'
import type { Layout } from './layout.ts'
import { inFolder } from './steady-folder.ts'

/**
 * Shows users the installed versions in the pod's home. Nothing else depends on this link. An older version's folder stays until nothing of
 * it runs any more.
 */
export function showInstalls(layout: Layout, { kind, id }: Owner, launchable: string, replacesOld = false): void {
  const link = layout.shownInstalls(kind, id, launchable)
  const target = layout.installs(kind, id, launchable)
  inFolder(layout.root, dirname(link), ({ path }) => {
    const place = join(path, basename(link))
    const stats = lstatSync(place, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink() === true && readlinkSync(place) === target) return
    if (stats?.isDirectory() === true && !replacesOld) return
    rmSync(place, { recursive: true, force: true })
    symlinkSync(target, place)
  })
}
