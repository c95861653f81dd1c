import { containsSecret, isMap, isSecret, mapEntries, secret, type Value, type ValueMap } from '@slipway/model'

/** Marks the outputs of a plugin that knows no secrets, where the input of the same name is one. */
export function markedLikeInputs(outputs: ValueMap, inputs: ValueMap): ValueMap {
  return mapEntries(outputs, (value, name) => markedLike(value, inputs[name]))
}

function markedLike(value: Value, input: Value | undefined): Value {
  if (input === undefined || isSecret(value)) return value
  if (isSecret(input)) return secret(value)
  if (isMap(value) && isMap(input)) return markedLikeInputs(value, input)
  // A provider that answers with marks knows which items are secret, and gets them back as it answered.
  return containsSecret(input) && !containsSecret(value) ? secret(value) : value
}

/** Marks those that the program names. */
export function withSecretNames(outputs: ValueMap, names: readonly string[]): ValueMap {
  return names.length === 0
    ? outputs
    : mapEntries(outputs, (value, name) => (names.includes(name) ? secret(value) : value))
}
