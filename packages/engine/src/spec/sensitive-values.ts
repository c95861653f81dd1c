import { isList, isMap, type PropertySchema, secret, type Value } from '@slipway/model'

/** The values that a schema calls sensitive, marked as secrets. */
export function sensitiveValues(schema: PropertySchema | undefined, value: Value): readonly Value[] {
  if (schema === undefined) return []
  if (schema.sensitive === true) return [secret(value)]
  if (isList(value)) return value.flatMap((item) => sensitiveValues(schema.items, item))
  if (!isMap(value)) return []
  const { attributes = {}, mapValues } = schema
  return Object.entries(value).flatMap(([name, item]) =>
    sensitiveValues(Object.hasOwn(attributes, name) ? attributes[name] : mapValues, item),
  )
}
