import { isMap, type PropertySchema, type Value, type ValueMap, valueMap } from '@slipway/model'

/** The inputs of a resource, without the values that its provider has computed. */
export function withoutComputed(schema: PropertySchema, spec: ValueMap): ValueMap {
  const { attributes = {} } = schema
  const kept = Object.entries(spec).flatMap(([key, value]): (readonly [string, Value])[] => {
    const attribute = Object.hasOwn(attributes, key) ? attributes[key] : undefined
    if (attribute?.computed === true) return []
    return [[key, attribute?.attributes !== undefined && isMap(value) ? withoutComputed(attribute, value) : value]]
  })
  return valueMap(kept)
}
