import {
  bareMap,
  type PropertyType,
  type Scalar,
  type ScalarType as ScalarTypeName,
  Secret,
  type Value,
} from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { ScalarValue } from '../../gen/schema.ts'
import { ScalarType } from '../../gen/sharedtypesv1.ts'

const least = -(2n ** 63n)
const most = 2n ** 63n - 1n

/** Converts a scalar. A whole number is an integer unless its type is float. */
export function scalarToWire(value: Exclude<Scalar, null>, type?: PropertyType | ScalarTypeName): Init<ScalarValue> {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (type === 'float') return { floatValue: Number(value) }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? { intValue: value } : { floatValue: value }
  if (value < least || value > most)
    throw new WireError('malformed', `the integer ${value} does not fit into 64 bits and cannot be sent`)
  return { intValue: value }
}

/** Reads a scalar. Bytes, which the domain does not have, become base64. */
export function scalarFromWire(scalar: ScalarValue): Scalar {
  if (scalar.stringValue !== undefined) return scalar.stringValue
  if (scalar.intValue !== undefined) return scalar.intValue
  if (scalar.boolValue !== undefined) return scalar.boolValue
  if (scalar.floatValue !== undefined) return scalar.floatValue
  if (scalar.bytesValue !== undefined) return Buffer.from(scalar.bytesValue).toString('base64')
  return null
}

/** Converts settings and context words; leaves out nulls, lists and maps. */
export function scalarsToWire(scalars: Readonly<Record<string, Value>>): Record<string, Init<ScalarValue>> {
  const converted = bareMap<Init<ScalarValue>>()
  for (const key in scalars) {
    const value = scalars[key]
    const plain = value instanceof Secret ? value.value : value
    if (plain !== undefined && plain !== null && typeof plain !== 'object') converted[key] = scalarToWire(plain)
  }
  return converted
}

export function scalarsFromWire(scalars: Record<string, ScalarValue>): Record<string, Scalar> {
  const converted = bareMap<Scalar>()
  for (const key in scalars) {
    const scalar = scalars[key]
    if (scalar !== undefined) converted[key] = scalarFromWire(scalar)
  }
  return converted
}

const typeNames: Readonly<Record<number, ScalarTypeName>> = {
  [ScalarType.STRING]: 'string',
  [ScalarType.INTEGER]: 'integer',
  [ScalarType.FLOAT]: 'float',
  [ScalarType.BOOLEAN]: 'boolean',
}

export function scalarTypeFromWire(type: number): ScalarTypeName {
  return typeNames[type] ?? 'string'
}

export function scalarTypeToWire(type: ScalarTypeName): number {
  return ScalarType[type.toUpperCase() as Uppercase<ScalarTypeName>]
}
