import type { Graph } from '@slipway/graph'
import type { Version } from './options.ts'
import type { Plugin } from './plugin.ts'
import type { AgentHealth } from './report/health.ts'
import type { CriticalChain } from './report/critical.ts'
import type { Reason } from './report/why.ts'
import type { TimelineEntry } from './report/timeline.ts'

/** What plugins and operators may ask an agent. */
export interface AgentView {
  readonly version: Version
  /** Resolves when every plugin has gone through afterInit. Never settles when the start fails. */
  readonly started: Promise<void>
  /** The names of the plugins in the order of init. Nothing needs to run for that. */
  plan(): string[]
  /** Says why the one plugin is initialised before or after the other. */
  why(first: Plugin | string, second: Plugin | string): Reason
  /** The chain of dependencies that the start has to wait for, by the durations measured so far. */
  criticalPath(): CriticalChain
  /** Each hook that was called in this run or the last, in order of its start. */
  timeline(): readonly TimelineEntry[]
  /** Who depends on whom. Draw it with `renderGraph` of `@slipway/graph`. */
  graph(): Graph
  health(): AgentHealth
  /** Stops the agent. A hook that waits for this waits for itself. */
  stop(): Promise<void>
}
