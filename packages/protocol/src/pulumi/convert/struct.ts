import { isList, isMap, isSecret, revealed, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Struct, Value as WireValue } from '../gen/google-protobuf-struct.ts'

/** An object that has this key is a value of a kind that JSON does not know; what is behind it says which. */
const signatureKey = '4dabf18193072939515e22adb298388d'
const secretSignature = '1b47061264138c4ac30d75fd1eb44270'

/** Stands in plain text for a value that nobody knows yet, by type. SDKs send the second for all of them. */
const unknowns = new Set([
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7',
  '04da6b54-80e4-46f7-96ec-b56ff0331ba9',
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421',
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2',
  '030794c1-ac77-496b-92df-f27374a8bd58',
  'e48ece36-62e2-4504-bad9-02848725956a',
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
])

/** Values for a plugin, secrets revealed: only plugins that ask for their marks get those, and we let none ask. */
export function structToWire(map: ValueMap): Init<Struct> {
  const fields: Record<string, Init<WireValue>> = Object.create(null)
  for (const [name, value] of Object.entries(map)) fields[name] = toWire(revealed(value))
  return { fields }
}

function toWire(value: Value): Init<WireValue> {
  if (value === null) return { nullValue: 0 }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return { numberValue: value }
  if (isList(value)) return { listValue: { values: value.map(toWire) } }
  if (isMap(value)) return { structValue: structToWire(value) }
  if (typeof value === 'bigint') throw new TypeError(`${value} is larger than the numbers of this plugin's protocol`)
  throw new TypeError('a value that is not known yet cannot be sent')
}

/** Converts a plugin's answer. Throws a TypeError for anything that is no value of ours. */
export function structFromWire(struct: Struct | undefined): ValueMap {
  return valueMap(Object.entries(struct?.fields ?? {}).map(([name, value]) => [name, fromWire(value)]))
}

function fromWire(wire: WireValue): Value {
  if (wire.stringValue !== undefined) return known(wire.stringValue)
  if (wire.numberValue !== undefined) return wire.numberValue
  if (wire.boolValue !== undefined) return wire.boolValue
  if (wire.listValue !== undefined) return wire.listValue.values.map(fromWire)
  return wire.structValue === undefined ? null : special(structFromWire(wire.structValue))
}

function known(text: string): string {
  if (unknowns.has(text)) throw new TypeError('the plugin answers that it does not know a value yet')
  return text
}

function special(map: ValueMap): Value {
  const signature = map[signatureKey]
  if (signature === undefined) return map
  if (signature === secretSignature) return secret(unmarked(map['value'] ?? null))
  throw new TypeError(
    'the plugin answers an asset, an archive or a resource reference, which Slipway does not know yet',
  )
}

/** Secrets do not nest. */
function unmarked(value: Value): Value {
  return isSecret(value) ? value.value : revealed(value)
}
