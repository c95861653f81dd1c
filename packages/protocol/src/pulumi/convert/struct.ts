import { isUtf8 } from 'node:buffer'
import {
  isList,
  isMap,
  isSecret,
  isUnknown,
  revealed,
  secret,
  Unknown,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Struct, Value as WireValue } from '../gen/google-protobuf-struct.ts'
import { assetFromWire, assetToWire } from './assets.ts'
import { idOfReference, referenceFields, referenceFromWire, referenceKey } from './reference.ts'

/** The key that marks an object as a value of a kind that JSON does not have; the value of the key names the kind. */
export const signatureKey = '4dabf18193072939515e22adb298388d'

export const secretSignature = '1b47061264138c4ac30d75fd1eb44270'

export const signatures = {
  secret: secretSignature,
  resource: '5cf8f73096256a8f31e491e813e4eb8e',
  output: 'd0e6a833031e9bbcd3f4e8bde6ca49a4',
  bytes: '803fd3297a5875dc03ca845dda5d2a98',
} as const

/** The key in a blueprint for bytes that are not text. */
const bytesKey = 'fn::fromBase64'

const unknownText = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

/** The texts that stand for an unknown value, by type. SDKs send the second text for all types. */
export const unknowns: ReadonlySet<string> = new Set([
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7',
  unknownText,
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421',
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2',
  '030794c1-ac77-496b-92df-f27374a8bd58',
  'e48ece36-62e2-4504-bad9-02848725956a',
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
])

/** Kinds of values that the receiver understands. */
export interface Understood {
  /** Whether secrets are marked; otherwise they travel in plain text. */
  readonly secrets?: boolean
  /** Whether unknown values are understood; otherwise the values must not contain any. */
  readonly unknowns?: boolean
  /**
   * Whether references to resources are understood; `false` sends the id instead, or the URN when there is no id. Absent: the values
   * contain no references.
   */
  readonly resources?: boolean
  /** Whether bytes that are not text are understood; with `false` they travel as base64 text. Absent: the receiver understands them. */
  readonly bytes?: boolean
}

/**
 * Writes values for a plugin.
 * @throws TypeError for a value that the plugin would not understand
 */
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
  if (typeof value === 'bigint') throw new TypeError(`${value} is too large for the numbers of this plugin's protocol`)
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
  const urn = understood.resources === undefined ? undefined : map[referenceKey]
  if (typeof urn === 'string') return referenceToWire(urn, map, understood)
  const bytes = Object.keys(map).length === 1 ? map[bytesKey] : undefined
  if (typeof bytes === 'string') {
    const text = { stringValue: bytes }
    return understood.bytes === false ? text : marked(signatures.bytes, { value: text })
  }
  return { structValue: structToWire(map, understood) }
}

function referenceToWire(urn: string, map: ValueMap, understood: Understood): Init<WireValue> {
  if (understood.resources !== true)
    return map['id'] === undefined ? { stringValue: urn } : toWire(map['id'], understood)
  return marked(
    signatures.resource,
    referenceFields(urn, map, (value) => toWire(value, understood)),
  )
}

function marked(signature: string, fields: Readonly<Record<string, Init<WireValue>>>): Init<WireValue> {
  return { structValue: { fields: { [signatureKey]: { stringValue: signature }, ...fields } } }
}

/** Choices for reading the values of a plugin or program. */
export interface Reading {
  /** The path that an unknown value waits for, such as `resources.zoo.spec`; absent: an unknown value is a mistake. */
  readonly until?: string | undefined
  /** How references are read. `kept`: they stay references. Absent: each becomes the id of its resource, or the URN when there is no id. */
  readonly references?: 'kept'
  /** A set to which the URNs of the resources that values came from are added. */
  readonly dependencies?: Set<string> | undefined
}

/**
 * Converts a plugin's answer. Throws a TypeError for a value that Slipway does not have.
 *
 * @param until as in {@link Reading}
 */
export function structFromWire(struct: Struct | undefined, until?: string): ValueMap {
  return readStruct(struct, { until })
}

/** Reads a struct. Throws a TypeError for a value that Slipway does not have. */
export function readStruct(struct: Struct | undefined, reading: Reading): ValueMap {
  const map = valueMap()
  // A map has no order on the wire: SDKs for Python and Go write a different order each time, and users should always see the same order.
  const fields = Object.entries(struct?.fields ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, value] of fields) map[name] = readValue(value, reading)
  return map
}

export function readValue(wire: WireValue, reading: Reading): Value {
  if (wire.stringValue !== undefined) return unknowns.has(wire.stringValue) ? notKnown(reading) : wire.stringValue
  if (wire.numberValue !== undefined) return wire.numberValue
  if (wire.boolValue !== undefined) return wire.boolValue
  if (wire.listValue !== undefined) return wire.listValue.values.map((item) => readValue(item, reading))
  return wire.structValue === undefined ? null : special(readStruct(wire.structValue, reading), reading)
}

function notKnown({ until }: Reading): Unknown {
  if (until === undefined) throw new TypeError('the plugin answers that it does not know a value yet')
  return new Unknown(until)
}

function special(map: ValueMap, reading: Reading): Value {
  const signature = map[signatureKey]
  if (signature === undefined) return map
  const { value = null } = map
  if (signature === signatures.secret) return secret(unmarked(value))
  if (signature === signatures.resource)
    return reading.references === 'kept' ? referenceFromWire(map) : idOfReference(map)
  if (signature === signatures.output) return ofOutput(map, reading)
  if (signature === signatures.bytes && typeof value === 'string') return bytesFromWire(value, reading)
  const asset = typeof signature === 'string' ? assetFromWire(signature, map) : undefined
  if (asset === undefined) throw new TypeError('there is a value of an unknown kind')
  return asset
}

/** Reads bytes. Programs get text where the bytes are text. */
function bytesFromWire(base64: string, { references }: Reading): Value {
  const bytes = Buffer.from(base64, 'base64')
  return references === 'kept' && isUtf8(bytes) ? bytes.toString() : valueMap([[bytesKey, base64]])
}

function ofOutput(map: ValueMap, reading: Reading): Value {
  const { dependencies = [], value = notKnown(reading) } = map
  if (isList(dependencies)) for (const urn of dependencies) if (typeof urn === 'string') reading.dependencies?.add(urn)
  return map['secret'] === true ? secret(unmarked(value)) : value
}

/** Removes the marks of secrets, because secrets do not nest. */
function unmarked(value: Value): Value {
  return isSecret(value) ? value.value : revealed(value)
}

/** Returns the approximate number of bytes of text in an answer; its other content is small by comparison. */
export function textIn(struct: Struct | undefined): number {
  return Object.values(struct?.fields ?? {}).reduce((sum, value) => sum + textOf(value), 0)
}

function textOf({ stringValue = '', listValue, structValue }: WireValue): number {
  const items = listValue?.values ?? []
  return items.reduce((sum, item) => sum + textOf(item), stringValue.length) + textIn(structValue)
}
