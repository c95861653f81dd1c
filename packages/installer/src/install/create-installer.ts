import { realDisk, type Disk } from '../store/disk.ts'
import { Store } from '../store/store.ts'
import type { Install, InstallerParts } from './installer.ts'
import { Session } from './session.ts'

/** The one installer of this process. */
export interface Installer {
  readonly install: Install
}

/** @param disk only for tests another one */
export function createInstaller(parts: InstallerParts, disk: Disk = realDisk): Installer {
  const store = new Store(parts.store, disk)
  return {
    install: async (wanted, options = {}) => {
      const session = new Session(parts, options, store)
      const outcomes = await Promise.all(wanted.map((descriptor) => session.install(descriptor)))
      if (options.lock?.isChanged === true && options.frozen !== true) options.lock.save()
      return outcomes
    },
  }
}
