import { chmodSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Set-group-id, and all rights for the group. */
export const groupFolderMode = 0o2770

/** Mode of the files in such a folder. */
export const groupFileMode = 0o660

const othersMayWrite = 0o002

/** True for a folder shared by `slipway state share`, where new files belong to the group. */
export function isGroupFolder({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & (0o2070 | othersMayWrite)) === 0o2070
}

/** The group of a shared folder; `undefined` for a private folder. */
export function groupOfFolder(directory: string): number | undefined {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false })
    return stats?.isDirectory() === true && isGroupFolder(stats) ? stats.gid : undefined
  } catch {
    // Opening the state reports the problem.
    return undefined
  }
}

/** Makes a new shared file writable for the group, regardless of the umask. */
export function openToGroup(file: string): void {
  if (groupOfFolder(dirname(file)) !== undefined) chmodSync(file, groupFileMode)
}
