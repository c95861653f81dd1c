import { isList, isMap, type PropertySchema, type Value, type ValueMap, valueMap } from '@slipway/model'

/**
 * A spec with its defaults filled in at every depth, as the engine sends it: not where a property may be null, which is left
 * to its provider.
 */
export function withDefaults(schema: PropertySchema, spec: ValueMap): ValueMap {
  const filled = valueMap(
    Object.entries(spec).map(([key, value]) => [key, below(schema.attributes?.[key], value)] as const),
  )
  for (const [name, attribute] of Object.entries(schema.attributes ?? {})) {
    const { default: fallback = null, nullable } = attribute
    if (nullable !== true && fallback !== null && (filled[name] ?? null) === null) filled[name] = fallback
  }
  return filled
}

function below(schema: PropertySchema | undefined, value: Value): Value {
  if (schema?.type === 'object' && isMap(value)) return withDefaults(schema, value)
  if (schema?.type === 'map' && isMap(value)) {
    return valueMap(Object.entries(value).map(([key, member]) => [key, below(schema.mapValues, member)] as const))
  }
  return schema?.type === 'array' && isList(value) ? value.map((item) => below(schema.items, item)) : value
}
