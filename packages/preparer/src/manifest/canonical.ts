/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** JSON with sorted keys and no space: one text for one meaning. */
export function canonical(value: Json): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(sorted)
  // Makes a new object: `__proto__` is a key like any other in it.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] as Json)]),
  )
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
