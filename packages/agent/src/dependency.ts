import { isPlugin, type Plugin } from './plugin.ts'

/** Something that a plugin can do for others, whichever plugin it is. `T` is the interface that its providers have. */
export class Capability<out T> {
  readonly name: string
  /** Only a type: nothing is stored. */
  declare readonly provided: T

  constructor(name: string) {
    this.name = name
  }
}

/** Names a capability: `const keyValueStore = capability<KeyValueStore>('key-value store')`. */
export function capability<T>(name: string): Capability<T> {
  return new Capability<T>(name)
}

export type PluginClass<T> = abstract new (...args: never[]) => T

/** What a dependency may name: this plugin, any plugin of a class, any plugin with a capability. */
export type Target<T> = Plugin | Capability<T> | PluginClass<T>

abstract class Declared {
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

export type Dependency = Hard<unknown> | Optional<unknown> | Soft

export function isDependency(value: unknown): value is Dependency {
  return value instanceof Declared
}

/** False for what types would not have let through: null, or a class that was not there yet. */
export function isTarget(value: unknown): value is Target<unknown> {
  return typeof value === 'function' || value instanceof Capability || isPlugin(value)
}

/** Needs one plugin of the agent by class or capability; exactly one must be there. Get it by `context.use`. */
export function hard<T extends Plugin>(target: T): Hard<T>
export function hard<T>(target: Capability<T> | PluginClass<T>): Hard<T>
export function hard(target: Target<unknown>): Hard<unknown> {
  return new Hard(target)
}

/**
 * Uses a plugin if the agent has it anyway, and then comes after it; does not add it. Gives way to a hard dependency that
 * says the opposite. `context.use` gives the plugin or `undefined`.
 */
export function optional<T extends Plugin>(target: T): Optional<T>
export function optional<T>(target: Capability<T> | PluginClass<T>): Optional<T>
export function optional(target: Target<unknown>): Optional<unknown> {
  return new Optional(target)
}

/** Comes after every such plugin that the agent has anyway, and nothing more. Gives way to hard dependencies. */
export function soft(target: Target<unknown>): Soft {
  return new Soft(target)
}

/** What a target is called in messages. */
export function targetText(target: Target<unknown>): string {
  if (target instanceof Capability) return `capability ${target.name}`
  return typeof target === 'function' ? `class ${target.name}` : target.name
}
