import { isList, isMap, type Value } from '@slipway/model'

/** Inputs and outputs of resources in a program. An integer beyond ±(2^53 - 1) is a `bigint`. */
export type Plain = null | boolean | number | bigint | string | readonly Plain[] | { readonly [key: string]: Plain }

/** Returns a value without marks, as plain JavaScript. */
export function plainOf(value: Value): Plain {
  if (isList(value)) return value.map(plainOf)
  if (isMap(value)) return Object.fromEntries(Object.keys(value).map((key) => [key, plainOf(value[key] ?? null)]))
  if (typeof value === 'object' && value !== null) throw new TypeError('a placeholder of a value is not a value')
  return value
}
