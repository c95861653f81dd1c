import { containsSecret, isMap, isSecret, mapEntries, secret, type Value, type ValueMap } from '@slipway/model'

/** Marks outputs whose input of the same name is secret, for plugins without secret support. */
export function markedLikeInputs(outputs: ValueMap, inputs: ValueMap): ValueMap {
  return mapEntries(outputs, (value, name) => markedLike(value, inputs[name]))
}

function markedLike(value: Value, input: Value | undefined): Value {
  if (input === undefined || isSecret(value)) return value
  if (isSecret(input)) return secret(value)
  if (isMap(value) && isMap(input)) return markedLikeInputs(value, input)
  // A provider that answers with marks knows its secrets and gets its values back unchanged.
  return containsSecret(input) && !containsSecret(value) ? secret(value) : value
}

/** Marks the outputs that the program names as secret. */
export function withSecretNames(outputs: ValueMap, names: readonly string[]): ValueMap {
  return names.length === 0
    ? outputs
    : mapEntries(outputs, (value, name) => (names.includes(name) ? secret(value) : value))
}
