import {
  isList,
  isMap,
  isSecret,
  isUnknown,
  revealed,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Struct, Value as WireValue } from '../gen/google-protobuf-struct.ts'
import { assetFromWire, assetToWire } from './assets.ts'

/** An object that has this key is a value of a kind that JSON does not know; what is behind it says which. */
export const signatureKey = '4dabf18193072939515e22adb298388d'

export const secretSignature = '1b47061264138c4ac30d75fd1eb44270'

const signatures = {
  secret: secretSignature,
  resource: '5cf8f73096256a8f31e491e813e4eb8e',
  output: 'd0e6a833031e9bbcd3f4e8bde6ca49a4',
  bytes: '803fd3297a5875dc03ca845dda5d2a98',
} as const

/** Written in a blueprint for bytes that are no text. */
const bytesKey = 'fn::fromBase64'

const unknownText = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

/** Stands in plain text for a value that nobody knows yet, by type. SDKs send the second for all of them. */
const unknowns = new Set([
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7',
  unknownText,
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421',
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2',
  '030794c1-ac77-496b-92df-f27374a8bd58',
  'e48ece36-62e2-4504-bad9-02848725956a',
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
])

/** What the receiver understands. */
export interface Understood {
  /** Marks of secrets; without them secrets are told in plain text. */
  readonly secrets?: boolean
  /** That a value is not known yet; without it there is none to be sent. */
  readonly unknowns?: boolean
}

/** Values for a plugin. Throws a TypeError for what it would not understand. */
export function structToWire(map: ValueMap, understood: Understood = {}): Init<Struct> {
  const fields: Record<string, Init<WireValue>> = Object.create(null)
  for (const [name, value] of Object.entries(map)) fields[name] = toWire(value, understood)
  return { fields }
}

function toWire(value: Value, understood: Understood): Init<WireValue> {
  if (value === null) return { nullValue: 0 }
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return { numberValue: value }
  if (isSecret(value)) return secretToWire(revealed(value), understood)
  if (isList(value)) return { listValue: { values: value.map((item) => toWire(item, understood)) } }
  if (isMap(value)) return mapToWire(value, understood)
  if (typeof value === 'bigint') throw new TypeError(`${value} is larger than the numbers of this plugin's protocol`)
  if (understood.unknowns === true && isUnknown(value)) return { stringValue: unknownText }
  throw new TypeError('a value that is not known yet cannot be sent')
}

function secretToWire(value: Value, understood: Understood): Init<WireValue> {
  const plain = toWire(value, understood)
  return understood.secrets === true ? marked(signatures.secret, { value: plain }) : plain
}

function mapToWire(map: ValueMap, understood: Understood): Init<WireValue> {
  const asset = assetToWire(map, (inner) => toWire(inner, understood))
  if (asset !== undefined) return marked(asset.signature, asset.fields)
  const bytes = Object.keys(map).length === 1 ? map[bytesKey] : undefined
  if (typeof bytes === 'string') return marked(signatures.bytes, { value: { stringValue: bytes } })
  return { structValue: structToWire(map, understood) }
}

function marked(signature: string, fields: Readonly<Record<string, Init<WireValue>>>): Init<WireValue> {
  return { structValue: { fields: { [signatureKey]: { stringValue: signature }, ...fields } } }
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
  const { value = null } = map
  if (signature === signatures.secret) return secret(unmarked(value))
  if (signature === signatures.resource) return referred(map)
  if (signature === signatures.output) return ofOutput(map)
  if (signature === signatures.bytes && typeof value === 'string') return valueMap([[bytesKey, value]])
  const asset = typeof signature === 'string' ? assetFromWire(signature, map) : undefined
  if (asset === undefined) throw new TypeError('the plugin answers a value of a kind that Slipway does not know')
  return asset
}

/** Whoever does not know references gets the id of what they point to, or its name where it has none. */
function referred({ id = null, urn = null }: ValueMap): Value {
  return typeof id === 'string' && id !== '' ? id : urn
}

function ofOutput(map: ValueMap): Value {
  if (map['value'] === undefined) throw new TypeError('the plugin answers that it does not know a value yet')
  const { value = null } = map
  return map['secret'] === true ? secret(unmarked(value)) : value
}

/** Secrets do not nest. */
function unmarked(value: Value): Value {
  return isSecret(value) ? value.value : revealed(value)
}
