import { isList, isMap, isSecret, type PropertySchema, type Value, valueMap } from '@slipway/model'

/**
 * A provider's answer in which recorded values that do not exist on the wire are restored: empty lists and maps, and maps that contain only such
 * values. On the wire, they are absent in a map and `null` in a list.
 */
export function withUntravelled(recorded: Value, real: Value): Value {
  if (isSecret(recorded)) return withUntravelled(recorded.value, real)
  if (real === null) return isUntravelled(recorded) ? recorded : real
  if (isMap(recorded) && isMap(real)) {
    const whole = valueMap(Object.entries(real))
    for (const key in recorded) {
      const value = withUntravelled(recorded[key] ?? null, real[key] ?? null)
      if (value !== null || key in real) whole[key] = value
    }
    return whole
  }
  if (isList(recorded) && isList(real) && recorded.length === real.length)
    return real.map((item, index) => withUntravelled(recorded[index] ?? null, item))
  return real
}

function isUntravelled(value: Value): boolean {
  if (isSecret(value)) return isUntravelled(value.value)
  if (isList(value)) return value.length === 0
  return isMap(value) && Object.keys(value).every((key) => isUntravelled(value[key] ?? null))
}

/**
 * A provider's computed values in which empty lists and maps are restored, because these do not exist on the wire. A missing value is restored if
 * the schema only allows a list or a map. Inside a given value, only required properties are restored.
 */
export function withEmpty(schema: PropertySchema | undefined, value: Value): Value {
  if (schema === undefined || isSecret(value)) return value
  const { type, nullable, attributes, required = [] } = schema
  if (value === null) {
    if (nullable === true) return null
    if (type === 'array') return []
    return type === 'map' ? valueMap() : null
  }
  if (type === 'array' && isList(value)) return value.map((item) => withEmpty(schema.items, item))
  if (type !== 'object' || attributes === undefined || !isMap(value)) return value
  const whole = valueMap(Object.entries(value))
  for (const name in attributes) {
    if (!(name in whole) && !required.includes(name)) continue
    const member = withEmpty(attributes[name], whole[name] ?? null)
    if (member !== null) whole[name] = member
  }
  return whole
}
