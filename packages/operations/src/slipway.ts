import type { InMemory } from './in-memory.ts'
import type { SpareStack } from './stack-files/spare-stack.ts'
import type { StartedStack } from './stack-files/start-stack.ts'
import type { AgreeToTrust, TrustMode } from './trust/trust-mode.ts'

/** The environment of an operation. The caller makes it once; operations never read the process. */
export interface Slipway {
  readonly env: NodeJS.ProcessEnv
  /** The absolute working directory. Relative paths in requests start here, as does the search for an unnamed blueprint. */
  readonly cwd: string
  /** The plugin root with the bundled plugins, see `corePluginRoot`. Absent: no bundled plugins. */
  readonly ownPlugins?: string
  /** The folders that may run their own code. Default: `all`. A request can override the mode. */
  readonly trust?: TrustMode
  /** Asks the user before a folder is trusted. True: folders become trusted without a question. Absent: no user can be asked. */
  readonly agreeToTrust?: AgreeToTrust
  /**
   * Allows operations to install missing plugins. `agree` asks the user first. True: plugins are installed without a question. Absent: no user can
   * be asked.
   */
  readonly onDemand?: { readonly agree?: AgreeToInstall | undefined; readonly stop?: AbortSignal }
  /** The in-memory mode of deployments. Absent: deployments are real. */
  readonly inMemory?: InMemory
  /** Keeps a process ready for a stack that runs again and again. */
  readonly spareStack?: SpareStack
  /** The process of the stack that the command line seems to name, which was started before all else. */
  readonly startedStack?: Pick<StartedStack, 'take'>
  /** True while what the caller prints is not read as fast as it comes: a stack that prints has to wait then. Absent: never. */
  readonly isBehind?: () => boolean
}

/** A question to the user before plugins are installed. */
export interface InstallQuestion {
  /** The descriptors of the plugins. */
  readonly plugins: readonly string[]
}

export type AgreeToInstall = true | ((question: InstallQuestion) => Promise<boolean>)
