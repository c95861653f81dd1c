import type { NodeEvent } from '../deploy/ports.ts'
import type { RunHook } from '../hooks/run-hook.ts'
import type { Layout } from '../install/layout.ts'
import type { Clock } from '../records/clock.ts'
import type { Supervisor } from '../supervise/supervisor.ts'
import type { Machine } from '../tasks/reboot.ts'

export interface PreparerOptions {
  readonly node: string
  readonly layout: Layout
  readonly env: NodeJS.ProcessEnv
  readonly ids: { next(): string }
  readonly clock?: Clock
  readonly random?: () => number
  /** See `DeployPorts.firstPauseMs`. */
  readonly firstPauseMs?: number
  /** Roughly how many runs of hooks the audit keeps. */
  readonly auditRows?: number
  /** How often running pods are checked, in milliseconds. */
  readonly lookMs?: number
  readonly supervisor?: Supervisor
  /** How hooks are run. */
  readonly runHook?: RunHook
  /** Follows the intent although the tree is not the one that the node knows. */
  readonly acceptIntent?: boolean
  readonly machine?: Machine
  /** Milliseconds between two signs of life, and until one side counts as gone, for stage tasks and their deployments. */
  readonly taskPace?: { readonly beatMs: number; readonly goneMs: number }
  readonly onEvent?: (event: NodeEvent) => void
}
