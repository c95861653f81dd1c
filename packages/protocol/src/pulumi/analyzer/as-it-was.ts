import { isList, isMap, isSecret, isUnknown, secret, type Value, valueMap } from '@slipway/model'

/** Returns the value that policies corrected, in which the unknowns wait for the same things as before. */
export function asItWas(right: Value, before: Value): Value {
  if (isUnknown(right)) return isUnknown(before) ? before : right
  if (isSecret(right)) return secret(plainOf(asItWas(right.value, isSecret(before) ? before.value : before)))
  if (isList(right))
    return right.map((item, index) => asItWas(item, (isList(before) ? before[index] : undefined) ?? null))
  if (!isMap(right)) return right
  const was = isMap(before) ? before : valueMap()
  return valueMap(Object.entries(right).map(([name, value]) => [name, asItWas(value, was[name] ?? null)]))
}

/** Removes the mark of a secret, because secrets do not nest. */
function plainOf(value: Value): Value {
  return isSecret(value) ? value.value : value
}
