import type { $ZodObject } from 'zod/v4/core'
import { Failure } from '@slipway/model'

export function requireSameConfig(name: string, own: $ZodObject | undefined, config: $ZodObject | undefined): void {
  if (own !== undefined && own !== config)
    throw new Failure('sdk/other-config', `"${name}" has another config than its provider`)
}

export function byName<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const item of items) {
    const name = nameOf(item)
    if (named.has(name)) throw new Failure('sdk/duplicate-name', `"${name}" is defined twice`)
    named.set(name, item)
  }
  return named
}

export function defined<D>(items: ReadonlyMap<string, { define(): D }>, names: readonly string[]): Record<string, D> {
  const definitions: Record<string, D> = {}
  for (const name of names) {
    const item = items.get(name)
    if (item !== undefined) definitions[name] = item.define()
  }
  return definitions
}
