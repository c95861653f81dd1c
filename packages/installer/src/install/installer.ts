import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import type { Ecosystem, SdkMaker } from '../ecosystems/ecosystem.ts'
import type { LockFile } from '../lock/lock-file.ts'
import type { Access, Source } from '../sources/source.ts'
import type { Verifier } from '../verify/verifier.ts'
import type { Outcome } from './outcome.ts'

/** The parts of the installer. The `compose.ts` of the package `operations` fills them. */
export interface InstallerParts {
  readonly ecosystems: readonly Ecosystem[]
  /** The sources in the order in which they are asked whether they serve a descriptor. */
  readonly sources: readonly Source[]
  readonly verifier: Verifier
  readonly sdks?: SdkMaker
  /** The store of archives and trees by content: `SLIPWAY_PLUGIN_STORE`, or a folder below the home of Slipway. */
  readonly store: string
  /** `SLIPWAY_HOME`. A plugin goes below it when its own place already holds the same name and version from another source. */
  readonly home: string
  readonly access: Access
  readonly platform: Platform
  readonly now: () => number
  /** A hook for fault tests, which stop the process in it: awaited before each step of each plugin, and before the tidying. */
  readonly failpoint?: (step: string, plugin: string) => Promise<void>
}

export interface InstallOptions {
  /** The lock file that entries are read from and written to; absent: there is no project. */
  readonly lock?: LockFile
  /** True: a requested version is installed even if a higher one is installed. The packages that a plugin needs are always chosen this way. */
  readonly exact?: boolean
  /** True: the installer fails with `install/frozen` instead of changing the lock file. */
  readonly frozen?: boolean
  /** True: the install stops once the plugin is present. */
  readonly downloadOnly?: boolean
  /** True: the installer chooses again regardless of the lock file, because the command line names a version. */
  readonly anew?: boolean
  /** True: the installer chooses again regardless of the lock file and the disk, for `plugin update`. */
  readonly update?: boolean
  /** The minimum age of a version that nobody requested by number, in milliseconds; a day by default. */
  readonly minimumAge?: number
  readonly allowScripts?: boolean
  /** The number of plugins that download, unpack or run a package manager at once; 8 by default. */
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

/**
 * The only function that turns descriptors into installed plugins. It never fails as a whole because one plugin fails: each plugin has its own
 * outcome.
 */
export type Install = (wanted: readonly Descriptor[], options?: InstallOptions) => Promise<readonly Outcome[]>
