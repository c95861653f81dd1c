import { type MutableValueMap, type Value, type ValueMap, valueMap } from '@slipway/model'

/** The key of a reference to a resource: its URN, and its `id`, `packageVersion`, `name` and `type` as far as they are known. */
export const referenceKey = 'fn::resource'

const besideReference = ['id', 'packageVersion', 'name', 'type'] as const

/**
 * Reads a reference.
 *
 * @param map the fields of a reference in the form of the wire
 */
export function referenceFromWire(map: ValueMap): ValueMap {
  const reference: MutableValueMap = valueMap([[referenceKey, map['urn'] ?? null]])
  for (const name of besideReference) {
    const value = map[name]
    if (value !== undefined && value !== null && value !== '') reference[name] = value
  }
  return reference
}

/**
 * Returns the id of the resource that a reference points to, or its URN when it has no id; for receivers that do not understand references.
 */
export function idOfReference({ id = null, urn = null }: ValueMap): Value {
  return typeof id === 'string' && id !== '' ? id : urn
}

/** Returns the fields of a reference for the wire. */
export function referenceFields<T>(urn: string, map: ValueMap, toWire: (value: Value) => T): Record<string, T> {
  const fields: Record<string, T> = { urn: toWire(urn) }
  for (const name of besideReference) {
    const value = map[name]
    if (value !== undefined) fields[name] = toWire(value)
  }
  return fields
}
