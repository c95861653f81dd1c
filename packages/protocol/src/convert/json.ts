import { isList, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'

import { decode, encode, type Init } from '../codec/message.ts'
import { WireError } from '../codec/wire-error.ts'
import type { Any } from '../gen/google-protobuf-any.ts'
import { BytesValue } from '../gen/google-protobuf-wrappers.ts'

/** In this dialect an Any is always JSON in a BytesValue. */
const typeUrl = 'type.googleapis.com/google.protobuf.BytesValue'

const maxJsonDepth = 200

export function jsonToWire(value: Value): Init<Any> {
  return { typeUrl, value: encode(BytesValue, { value: Buffer.from(jsonText(revealed(value), 0)) }) }
}

/** The JSON of an Any; null when there is none. Fails with a WireError on anything else. */
export function jsonFromWire(any: Any | undefined): Value {
  if (any === undefined || any.value.length === 0) return null
  const { value } = decode(BytesValue, any.value)
  if (value.length === 0) return null
  try {
    return valueOf(JSON.parse(Buffer.from(value).toString('utf8'), exactIntegers), 0)
  } catch (error) {
    if (error instanceof WireError) throw error
    throw new WireError('malformed', 'an Any does not hold JSON')
  }
}

/** JSON with integers in full, which JSON.stringify cannot. */
function jsonText(value: Value, depth: number): string {
  if (depth > maxJsonDepth)
    throw new WireError('too-deep', `a value is nested deeper than ${maxJsonDepth} levels and cannot travel`)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map((item) => jsonText(item, depth + 1)).join(',')}]`
  const members = Object.entries(value as ValueMap).map(
    ([key, member]) => `${JSON.stringify(key)}:${jsonText(member, depth + 1)}`,
  )
  return `{${members.join(',')}}`
}

/** What the text says, where a number cannot hold it. */
function exactIntegers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value
}

function valueOf(json: unknown, depth: number): Value {
  if (depth > maxJsonDepth) throw new WireError('too-deep', `JSON is nested deeper than ${maxJsonDepth} levels`)
  if (Array.isArray(json)) return json.map((item) => valueOf(item, depth + 1))
  if (typeof json !== 'object' || json === null) return json as Value
  const map = valueMap()
  for (const [key, member] of Object.entries(json)) map[key] = valueOf(member, depth + 1)
  return map
}
