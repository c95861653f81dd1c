import { isList, isMap, Secret, Unknown, type Value } from '@slipway/model'

/** A value in the form in which a test compares it. */
export type Plain = null | boolean | number | bigint | string | readonly Plain[] | { readonly [name: string]: Plain }

/** Reveals secrets, too: a test states their values. */
export function plain(value: Value): Plain {
  if (value instanceof Secret) return plain(value.value)
  if (value instanceof Unknown) return value.toJSON()
  if (isList(value)) return value.map(plain)
  if (isMap(value)) return plainMap(value)
  return value
}

export function plainMap(values: Readonly<Record<string, Value>>): Readonly<Record<string, Plain>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))
}
