import {
  isList,
  isMap,
  isSecret,
  mapEntries,
  revealed,
  secret,
  SecretTraces,
  type Value,
  type ValueMap,
} from '@slipway/model'

/**
 * Marks corrected properties as secret as the properties before: a secret stays a secret, and a value that contains one becomes a secret.
 * Policies lose the marks of values that they combine.
 */
export function asSecretAsBefore(right: ValueMap, before: ValueMap): ValueMap {
  const traces = new SecretTraces(before)
  const marked = (value: Value, was: Value): Value => {
    if (isSecret(value)) return value
    if (isSecret(was)) return secret(revealed(value))
    if (isList(value)) return value.map((item, at) => marked(item, (isList(was) ? was[at] : undefined) ?? null))
    if (!isMap(value)) return traces.areIn(value) ? secret(value) : value
    if (Object.keys(value).some((name) => traces.areIn(name))) return secret(revealed(value))
    return mapEntries(value, (inner, name) => marked(inner, (isMap(was) ? was[name] : undefined) ?? null))
  }
  return mapEntries(right, (value, name) => marked(value, before[name] ?? null))
}
