import type { Graph } from '@slipway/graph'
import type { Condition, Phase, PluginState } from './life.ts'

/** The questions that plugins and operators may ask an agent. */
export interface AgentView {
  readonly version: Version
  /** Resolves when every plugin has gone through afterInit. Never settles when the start fails. */
  readonly started: Promise<void>
  /** The names of the plugins in the order of init. Nothing needs to run for that. */
  plan(): string[]
  /** The reason why the one plugin is initialised before or after the other. */
  why(first: Named | string, second: Named | string): Reason
  /** The chain of dependencies that the start has to wait for, by the durations measured so far. */
  criticalPath(): CriticalChain
  /** Each hook that was called in this run or the last, in order of its start. */
  timeline(): readonly TimelineEntry[]
  /** The dependency graph. Draw it with `renderGraph` of `@slipway/graph`. */
  graph(): Graph
  health(): AgentHealth
  /** Stops the agent. A hook that waits for this waits for itself. */
  stop(): Promise<void>
}

interface Named {
  readonly name: string
}

/** The version of the program that an agent is. */
export interface Version {
  readonly version: string
  readonly date: string
  readonly id: string
}

export interface PluginHealth {
  readonly name: string
  readonly state: PluginState
  readonly condition: Condition
  readonly reason?: string
}

export interface AgentHealth {
  /** False when a plugin failed: only a restart helps. */
  readonly live: boolean
  /** True when every plugin is ready and none is degraded. */
  readonly ready: boolean
  /** The plugins in the order of init. */
  readonly plugins: readonly PluginHealth[]
}

export interface TimelineEntry {
  readonly plugin: string
  readonly phase: Phase
  /** Milliseconds since the first hook was called. */
  readonly start: number
  /** Milliseconds. `undefined`: the hook has not ended. */
  readonly duration: number | undefined
}

export interface CriticalChain {
  /** The plugins of the chain, the first to start first. */
  readonly plugins: readonly string[]
  /** Milliseconds that their init and afterInit take together. 0 when nothing has run. */
  readonly duration: number
}

/** Why two plugins are in the order in which they are. */
export interface Reason {
  /** The two, the one that is initialised first first. */
  readonly order: readonly [string, string]
  /**
   * `dependency`: the later one depends on the earlier one. `cross`: they depend on each other, and the lookup reached the
   * later one first. `position`: neither depends on the other; they are in the order of being listed or found.
   */
  readonly rule: 'dependency' | 'cross' | 'position'
  /** From the later plugin to the earlier one, each with the path that declares the next. Empty without a dependency. */
  readonly chain: readonly { readonly plugin: string; readonly declaredAt: string }[]
  /** One sentence. */
  readonly text: string
}
