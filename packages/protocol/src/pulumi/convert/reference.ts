import { type MutableValueMap, type Value, type ValueMap, valueMap } from '@slipway/model'

/** A reference to a resource: its URN, and those of `id`, `packageVersion`, `name` and `type` that are known. */
export const referenceKey = 'fn::resource'

const besideReference = ['id', 'packageVersion', 'name', 'type'] as const

/** @param map the fields of a reference as they come over the wire */
export function referenceFromWire(map: ValueMap): ValueMap {
  const reference: MutableValueMap = valueMap([[referenceKey, map['urn'] ?? null]])
  for (const name of besideReference) {
    const value = map[name]
    if (value !== undefined && value !== null && value !== '') reference[name] = value
  }
  return reference
}

/** The id of the resource that a reference points to, or its URN when it has no id; for receivers that do not know references. */
export function idOfReference({ id = null, urn = null }: ValueMap): Value {
  return typeof id === 'string' && id !== '' ? id : urn
}

/** The fields of a reference for the wire. */
export function referenceFields<T>(urn: string, map: ValueMap, toWire: (value: Value) => T): Record<string, T> {
  const fields: Record<string, T> = { urn: toWire(urn) }
  for (const name of besideReference) {
    const value = map[name]
    if (value !== undefined) fields[name] = toWire(value)
  }
  return fields
}
