import type { AgentView } from './agent-view.ts'
import type { Condition, Phase } from './life.ts'

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
  /** Other plugins may ask for one of these instead of this very plugin. */
  readonly provides?: readonly Capability<unknown>[]
  /** Deadlines of single hooks in milliseconds, within the agent's own timeouts. */
  readonly deadlines?: { readonly [phase in Phase]?: number }
  /** Allocates the plugin's resources. Its dependencies are initialised. Open no port yet: others still register. */
  init(context: PluginContext): void | PromiseLike<void>
  /** Called when every plugin of the agent is initialised, in the same order. */
  afterInit?(context: PluginContext): void | PromiseLike<void>
  /** Releases everything. Called once if init succeeded, in reverse order. */
  close(context: PluginContext): void | PromiseLike<void>
}

/** Given to every hook. May be kept: `use` and `report` work for as long as the agent runs. */
export interface PluginContext {
  /** The hook that this context is for. */
  readonly phase: Phase
  /** Aborts when the hook's time is over or the agent is stopped. */
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

/** A service that a plugin can offer to others. `T` is the interface of its providers. */
export class Capability<out T> {
  readonly name: string
  /** Exists only as a type: nothing is stored. */
  declare readonly provided: T

  constructor(name: string) {
    this.name = name
  }
}

export type PluginClass<T> = abstract new (...args: never[]) => T

/** A dependency names this very plugin, any plugin of a class, or any plugin with a capability. */
export type Target<T> = Plugin | Capability<T> | PluginClass<T>

/** A dependency that is declared instead of being found. */
export abstract class Declared {
  readonly target: Target<unknown>

  constructor(target: Target<unknown>) {
    this.target = target
  }
}

/** A dependency that must be there. Made by {@link hard}. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- carries the type to `context.use`
export class Hard<out T> extends Declared {
  declare readonly used: T
}

/** A dependency that may be missing. Made by {@link optional}. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- carries the type to `context.use`
export class Optional<out T> extends Declared {
  declare readonly used: T | undefined
}

/** An order without a use. Made by {@link soft}. */
export class Soft extends Declared {}

export function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false
  const { init, close, name } = value as Partial<Plugin>
  return typeof init === 'function' && typeof close === 'function' && typeof name === 'string'
}
