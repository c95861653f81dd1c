import { isList, isMap, isSecret, isUnknown, secret, type Value } from '@slipway/model'

/** A part of a value; what lies in a secret is secret, what lies in what is not known is not known. None: there is no such part. */
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
