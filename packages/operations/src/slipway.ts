import type { InMemory } from './in-memory.ts'
import type { AgreeToTrust, TrustMode } from './trust/trust-mode.ts'

/** The environment of an operation. The caller makes it once; operations never read the process. */
export interface Slipway {
  readonly env: NodeJS.ProcessEnv
  /** Absolute. Relative paths in requests start here, as does the search for an unnamed blueprint. */
  readonly cwd: string
  /** The plugin root with the bundled plugins, see `corePluginRoot`. Absent: no bundled plugins. */
  readonly ownPlugins?: string
  /** The folders that may run their own code (default: `all`). A request can override it. */
  readonly trust?: TrustMode
  /** Asks the user before a folder is trusted. True: trust without asking. Absent: no user can be asked. */
  readonly agreeToTrust?: AgreeToTrust
  /**
   * Allows operations to install missing plugins. `agree` asks the user first; true: install without asking; absent: no user can be asked.
   */
  readonly onDemand?: { readonly agree?: AgreeToInstall | undefined; readonly stop?: AbortSignal }
  /** Absent: deployments are real. */
  readonly inMemory?: InMemory
}

/** A question to the user before plugins are installed. */
export interface InstallQuestion {
  /** Descriptors. */
  readonly plugins: readonly string[]
}

export type AgreeToInstall = true | ((question: InstallQuestion) => Promise<boolean>)
