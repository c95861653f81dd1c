import type { InMemory } from './in-memory.ts'
import type { AgreeToTrust, TrustMode } from './trust/trust-mode.ts'

/** The world around an operation. Made once by whoever calls; nothing here asks the process. */
export interface Slipway {
  readonly env: NodeJS.ProcessEnv
  /** Absolute: where relative paths of requests start, and a blueprint is looked for that nobody names. */
  readonly cwd: string
  /** The plugin root with the plugins that come with Slipway, see `corePluginRoot`; absent: there are none. */
  readonly ownPlugins?: string
  /** Which folders may run code of their own (default: `all`). A request may say otherwise. */
  readonly trust?: TrustMode
  /** The person who is asked before a folder is trusted; true: it is trusted. Absent: nobody can be asked. */
  readonly agreeToTrust?: AgreeToTrust
  /**
   * Plugins that something needs and that are not there may be installed on the way: who is asked before, or true: it is agreed.
   * Without `agree` nobody can be asked. Aborting `stop` ends the downloads; what was downloaded is kept. Absent: nothing is installed.
   */
  readonly onDemand?: { readonly agree?: AgreeToInstall | undefined; readonly stop?: AbortSignal }
  /** Absent: what is deployed is there for real. */
  readonly inMemory?: InMemory
}

/** What a user is asked before plugins are installed. */
export interface InstallQuestion {
  /** Descriptors. */
  readonly plugins: readonly string[]
}

export type AgreeToInstall = true | ((question: InstallQuestion) => Promise<boolean>)
