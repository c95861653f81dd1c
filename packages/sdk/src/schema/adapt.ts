import type { $ZodType } from 'zod/v4/core'
import { bareMap, isList, isMap, type Value, type ValueMap } from '@slipway/model'
import { defOf } from './zod.ts'

/**
 * Makes a value as the wire brings it into one that zod can judge, without judging it:
 * - null where null is not allowed means left out;
 * - an empty list or map does not exist on the wire, so one that is required and missing is empty;
 * - integers come as numbers while they are small, also where the schema wants a bigint.
 */
export function adapt(schema: $ZodType, value: Value | undefined): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
      return value === undefined || (value === null && !acceptsNull(schema)) ? undefined : adapt(def.innerType, value)
    case 'nullable':
      return value === null ? null : adapt(def.innerType, value)
    case 'nonoptional':
    case 'readonly':
      return adapt(def.innerType, value)
    case 'pipe':
      return adapt(def.in, value)
    case 'lazy':
      return adapt(def.getter(), value)
    case 'object':
      return isMap(value) ? adaptMembers(def.shape, value) : (value ?? undefined)
    case 'record':
      return isMap(value) ? adaptEach(def.valueType, value) : (value ?? {})
    case 'array':
      return isList(value) ? value.map((item) => adapt(def.element, item)) : (value ?? [])
    case 'bigint':
      return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : (value ?? undefined)
    default:
      return value === null && !acceptsNull(schema) ? undefined : value
  }
}

/** Members without a property in the schema stay, so that they are complained of. */
function adaptMembers(shape: Readonly<Record<string, $ZodType>>, map: ValueMap): Record<string, unknown> {
  const adapted: Record<string, unknown> = Object.assign(bareMap(), map)
  for (const name in shape) {
    const member = adapt(shape[name] as $ZodType, map[name])
    if (member !== undefined) adapted[name] = member
    else if (name in adapted) delete adapted[name]
  }
  return adapted
}

function adaptEach(schema: $ZodType, map: ValueMap): Record<string, unknown> {
  const adapted = bareMap<unknown>()
  for (const key in map) adapted[key] = adapt(schema, map[key])
  return adapted
}

function acceptsNull(schema: $ZodType): boolean {
  const def = defOf(schema)
  switch (def.type) {
    case 'null':
    case 'nullable':
    case 'any':
    case 'unknown':
      return true
    case 'literal':
      return def.values.includes(null)
    case 'union':
      return def.options.some(acceptsNull)
    case 'optional':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return acceptsNull(def.innerType)
    case 'pipe':
      return acceptsNull(def.in)
    default:
      return false
  }
}
