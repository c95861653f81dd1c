import { isList, isMap, PassedOn, Secret, Unknown, type Value, type ValueMap, valueMap } from '@slipway/model'

/** A spec without its unknown values. */
export function knownPart(spec: ValueMap): ValueMap {
  return valueMap(
    Object.entries(spec).flatMap(([key, value]) => {
      const known = knownValue(value)
      return known === undefined ? [] : [[key, known] as const]
    }),
  )
}

function knownValue(value: Value): Value | undefined {
  if (value instanceof Unknown) return undefined
  if (value instanceof Secret) {
    const inside = knownValue(value.value)
    if (inside === undefined) return undefined
    return value instanceof PassedOn ? new PassedOn(inside) : new Secret(inside)
  }
  if (isList(value)) return value.map(knownValue).filter((item) => item !== undefined)
  return isMap(value) ? knownPart(value) : value
}
