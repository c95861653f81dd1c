import { Failure } from '@slipway/model'
import { type ListedInstall, listInstalled } from '../store/check-installed.ts'
import { realDisk, type Disk } from '../store/disk.ts'
import { type Pruned, pruneStore } from '../store/prune-store.ts'
import { readMarker } from '../store/place.ts'
import type { InstallRecord } from '../store/records.ts'
import { removeInstalled } from '../store/remove-installed.ts'
import { partialMarker } from '../store/store-paths.ts'
import { Store } from '../store/store.ts'
import { diskFailure } from './failures.ts'
import type { Install, InstallerParts } from './installer.ts'
import { Session } from './session.ts'

/** The only installer of this process. */
export interface Installer {
  readonly install: Install
  readonly list: () => Promise<readonly ListedInstall[]>
  /** Returns the record of the plugin in this folder, if it is present but not installed. */
  readonly unfinished: (folder: string) => InstallRecord | undefined
  /** Removes an installed plugin. @throws Failure `install/still-needed`, `install/disk` */
  readonly remove: (record: InstallRecord) => Promise<void>
  /** Removes unneeded things from the store; `isTrial` only lists them. */
  readonly prune: (options?: { readonly isTrial?: boolean }) => Promise<readonly Pruned[]>
}

/**
 * Creates the installer.
 * @param disk the file system; only tests pass another one
 */
export function createInstaller(parts: InstallerParts, disk: Disk = realDisk): Installer {
  const store = new Store(parts.store, disk)
  const { signal } = parts.access
  return {
    install: async (wanted, options = {}) => {
      const session = new Session(parts, options, store)
      try {
        return await session.installAll(wanted)
      } finally {
        await session.end()
      }
    },
    list: () => listInstalled(parts.store),
    unfinished: (folder) => readMarker({ folder, marker: partialMarker(folder) }),
    remove: async (record) => {
      try {
        await removeInstalled(store, record, signal)
      } catch (error) {
        throw error instanceof Failure ? error : diskFailure(error, `${record.written} was not removed`)
      }
    },
    prune: (options = {}) => pruneStore(store, { now: parts.now(), signal, ...options }),
  }
}
