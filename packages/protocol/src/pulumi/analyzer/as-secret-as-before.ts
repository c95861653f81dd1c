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
 * Properties that policies have put right are as secret as those that they have seen: what was a secret stays one, and what tells
 * one is one. Policies forget the marks of what they put together.
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
