import type { AgentView } from './agent-view.ts'
import type { Capability, Hard, Optional, PluginClass } from './dependency.ts'

/** The hooks of a plugin, in the order in which an agent calls them. */
export type Phase = 'init' | 'afterInit' | 'close'

/**
 * An agent plugin: an object whose life an agent manages.
 *
 * Its dependencies are the plugins found in its own properties: directly, in arrays, Maps, Sets and plain objects, at any
 * depth; by custom in one property called `deps`. What is declared there must be there: `null` is an error, an optional
 * dependency that is not given stays `undefined`.
 */
export interface Plugin {
  /** Unique within an agent. */
  readonly name: string
  /** What others may ask for instead of this very plugin. */
  readonly provides?: readonly Capability<unknown>[]
  /** Deadlines of single hooks in milliseconds, within the agent's own timeouts. */
  readonly deadlines?: { readonly [phase in Phase]?: number }
  /** Allocates what the plugin needs. Its dependencies are initialised. Open no port yet: others still register. */
  init(context: PluginContext): void | PromiseLike<void>
  /** Called when every plugin of the agent is initialised, in the same order. */
  afterInit?(context: PluginContext): void | PromiseLike<void>
  /** Releases everything. Called once if init succeeded, in reverse order. */
  close(context: PluginContext): void | PromiseLike<void>
}

/** What a plugin says of itself while it runs. */
export type Condition = 'ok' | 'degraded' | 'disabled'

/** What a hook is given. May be kept: `use` and `report` work for as long as the agent runs. */
export interface PluginContext {
  /** Which hook this is for. */
  readonly phase: Phase
  /** Aborts when the hook's time is over or the agent is told to stop. */
  readonly signal: AbortSignal
  readonly agent: AgentView

  /**
   * The dependency, ready for use.
   *
   * @throws Failure `agent/not-initialised` in an init, when the dependency comes later in the order (a cross dependency);
   *   `agent/unknown-plugin` when the agent does not have it; `agent/ambiguous-capability` when several would do.
   */
  use<T extends Plugin>(dependency: T): T
  use<T>(dependency: Capability<T> | PluginClass<T> | Hard<T>): T
  use<T>(dependency: Optional<T>): T | undefined

  /**
   * Tells how the plugin is doing: a degraded plugin makes the agent not ready, a disabled one (nothing configured) does
   * not count.
   */
  report(condition: Condition, reason?: string): void
}

export function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false
  const { init, close, name } = value as Partial<Plugin>
  return typeof init === 'function' && typeof close === 'function' && typeof name === 'string'
}
