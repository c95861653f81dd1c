import { chmodSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Set-group-id, and all rights for the group. */
export const groupFolderMode = 0o2770

/** Of the files in such a folder. */
export const groupFileMode = 0o660

const othersMayWrite = 0o002

/** Whether a folder is one that a group shares, as `slipway state share` makes it: what is made in it belongs to the group. */
export function isGroupFolder({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & (0o2070 | othersMayWrite)) === 0o2070
}

/** The group that shares a folder; `undefined` for one that its owner has alone. */
export function groupOfFolder(directory: string): number | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false })
    return stats?.isDirectory() === true && isGroupFolder(stats) ? stats.gid : undefined
  } catch {
    // Whoever opens the state says why it cannot be looked at.
    return undefined
  }
}

/** Lets the group write a new file that everybody who uses the folder works on, whatever the umask of its maker says. */
export function openToGroup(file: string): void {
  if (groupOfFolder(dirname(file)) !== undefined) chmodSync(file, groupFileMode)
}
