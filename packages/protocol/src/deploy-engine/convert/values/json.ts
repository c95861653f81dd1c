import { isList, isMap, Secret, Unknown, type Value, valueMap } from '@slipway/model'

import { decode, encode, type Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { Any } from '../../gen/google-protobuf-any.ts'
import { BytesValue } from '../../gen/google-protobuf-wrappers.ts'

/** In this dialect an Any is always JSON in a BytesValue. */
const typeUrl = 'type.googleapis.com/google.protobuf.BytesValue'

const maxJsonDepth = 200

/**
 * The most lists and maps in one text, the same number as messages in a message: an empty list takes two bytes of text and a hundred times
 * as much memory.
 */
const maxJsonParts = 250_000

export function jsonToWire(value: Value): Init<Any> {
  return { typeUrl, value: encode(BytesValue, { value: Buffer.from(jsonText(value, 0)) }) }
}

/** Reads the JSON of an Any; null when there is none. Fails with a WireError on anything else. */
export function jsonFromWire(any: Any | undefined): Value {
  if (any === undefined || any.value.length === 0) return null
  const { value } = decode(BytesValue, any.value)
  if (value.length === 0) return null
  const text = Buffer.from(value).toString('utf8')
  return new JsonValues().value(parsed(text), 0)
}

/** Parses a JSON text. Only a text with a long number needs the slow way, which sees how each number was written. */
function parsed(text: string): unknown {
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, exactIntegers) : JSON.parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep('JSON is')
    throw new WireError('malformed', 'an Any does not contain JSON')
  }
}

function tooDeep(what: string): WireError {
  return new WireError('too-deep', `${what} nested deeper than ${maxJsonDepth} levels`)
}

/** Writes JSON with secrets revealed and with integers in full, which JSON.stringify cannot write. Unknown values become null. */
function jsonText(value: Value, depth: number): string {
  if (depth > maxJsonDepth) throw tooDeep('a value is')
  if (value instanceof Secret) return jsonText(value.value, depth)
  if (typeof value === 'bigint') return value.toString()
  if (isList(value)) return `[${value.map((item) => jsonText(item, depth + 1)).join(',')}]`
  if (!isMap(value)) return value instanceof Unknown ? 'null' : JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member, depth + 1)}`)
  return `{${members.join(',')}}`
}

/** Keeps the integer of the text where a number cannot hold it. */
function exactIntegers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value
}

/** The reader of the values in one JSON text. */
class JsonValues {
  #parts = 0

  value(json: unknown, depth: number): Value {
    if (typeof json !== 'object' || json === null) return json as Value
    if (depth > maxJsonDepth) throw tooDeep('JSON is')
    if (++this.#parts > maxJsonParts)
      throw new WireError('too-many', `JSON contains more than ${maxJsonParts} lists and maps`)
    if (Array.isArray(json)) return json.map((item) => this.value(item, depth + 1))
    const map = valueMap()
    for (const [key, member] of Object.entries(json)) map[key] = this.value(member, depth + 1)
    return map
  }
}
