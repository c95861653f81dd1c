import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import type { Ecosystem, SdkMaker } from '../ecosystems/ecosystem.ts'
import type { LockFile } from '../lock/lock-file.ts'
import type { Access, Source } from '../sources/source.ts'
import type { Verifier } from '../verify/verifier.ts'
import type { Outcome } from './outcome.ts'

/** The parts of the installer; `compose.ts` of operations fills it. */
export interface InstallerParts {
  readonly ecosystems: readonly Ecosystem[]
  /** The sources in the order in which they are asked whether they serve a descriptor. */
  readonly sources: readonly Source[]
  readonly verifier: Verifier
  readonly sdks?: SdkMaker
  /** `SLIPWAY_PLUGIN_STORE`, or below the home of Slipway: archives and trees by content. */
  readonly store: string
  /** `SLIPWAY_HOME`. A plugin goes below it when its own place already has the same name and version from elsewhere. */
  readonly home: string
  readonly access: Access
  readonly platform: Platform
  readonly now: () => number
  /** Fault tests stop the process here: awaited before each step of each plugin, and before it is tidied up. */
  readonly failpoint?: (step: string, plugin: string) => Promise<void>
}

export interface InstallOptions {
  /** Entries are read from it, and written to it; absent: no project. */
  readonly lock?: LockFile
  /** A version that is asked for is installed even if a higher one is there. Packages that a plugin needs are always chosen so. */
  readonly exact?: boolean
  /** Fails with `install/frozen` instead of changing the lock. */
  readonly frozen?: boolean
  /** Stops at present. */
  readonly downloadOnly?: boolean
  /** Choose again, whatever the lock file has: a version on the command line. */
  readonly anew?: boolean
  /** Choose again, whatever is in the lock file and on disk: `plugin update`. */
  readonly update?: boolean
  /** How old a version must be that nobody has asked for by number; milliseconds, a day by default. */
  readonly minimumAge?: number
  readonly allowScripts?: boolean
  /** How many download, unpack or run a package manager at once; default 8. */
  readonly parallel?: number
  readonly observe?: (event: InstallEvent) => void
}

export interface InstallEvent {
  readonly descriptor: Descriptor
  readonly step: 'resolve' | 'download' | 'verify' | 'unpack' | 'packages' | 'sdks' | 'dependencies' | 'done' | 'failed'
  readonly bytes?: number
  readonly total?: number
  readonly line?: string
}

/** The only function that takes descriptors to installed plugins. Never fails as a whole for one of them: each has its outcome. */
export type Install = (wanted: readonly Descriptor[], options?: InstallOptions) => Promise<readonly Outcome[]>
