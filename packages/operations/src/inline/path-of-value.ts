import { isList, isMap, isSecret, isUnknown, secret, type Value } from '@slipway/model'

/** A part of a value. A part of a secret is secret, and a part of an unknown value is unknown. A missing part is null. */
export function partOf(value: Value, path: readonly (string | number)[]): Value {
  let part: Value = value
  for (const [at, step] of path.entries()) {
    if (isUnknown(part)) return part
    if (isSecret(part)) return secret(partOf(part.value, path.slice(at)))
    if (typeof step === 'number') part = isList(part) ? (part[step] ?? null) : null
    else part = isMap(part) && Object.hasOwn(part, step) ? (part[step] ?? null) : null
  }
  return part
}
