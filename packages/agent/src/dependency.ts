import {
  Capability,
  Declared,
  Hard,
  isPlugin,
  Optional,
  type Plugin,
  type PluginClass,
  Soft,
  type Target,
} from './plugin.ts'

/** Names a capability: `const keyValueStore = capability<KeyValueStore>('key-value store')`. */
export function capability<T>(name: string): Capability<T> {
  return new Capability<T>(name)
}

export type Dependency = Hard<unknown> | Optional<unknown> | Soft

export function isDependency(value: unknown): value is Dependency {
  return value instanceof Declared
}

/** False for values that the types would not allow: null, or a class that did not exist yet. */
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
 * Uses a plugin if the agent has it anyway, and then comes after it; does not add it. Gives way to a hard dependency in the opposite
 * direction. `context.use` returns the plugin or `undefined`.
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

/** The name of a target in messages. */
export function targetText(target: Target<unknown>): string {
  if (target instanceof Capability) return `capability ${target.name}`
  return typeof target === 'function' ? `class ${target.name}` : target.name
}
