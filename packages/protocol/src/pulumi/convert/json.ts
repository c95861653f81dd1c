import type { ValueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import type { Value as WireValue } from '../gen/google-protobuf-struct.ts'
import { decode, encode } from '../../wire/codec/message.ts'
import { Struct } from '../gen/google-protobuf-struct.ts'
import { programToWire } from './program-values.ts'
import { readStruct, secretSignature, signatureKey, structFromWire, structToWire } from './struct.ts'

/**
 * Returns the JSON of a secret: its plain text is there, or the caller has the key.
 * @throws when the caller has neither
 */
export type OpenSecret = (secret: { readonly plaintext?: unknown; readonly ciphertext?: unknown }) => unknown

/**
 * Reads properties in the form of a Pulumi state.
 * @throws TypeError for a value that Slipway does not have
 */
export function structFromJson(json: Readonly<Record<string, unknown>>, open: OpenSecret): ValueMap {
  return structFromWire(structOf(json, open))
}

/** Reads properties in a program's form: references stay references. */
export function programFromJson(json: Readonly<Record<string, unknown>>, open: OpenSecret): ValueMap {
  return readStruct(structOf(json, open), { references: 'kept' })
}

/** Inverse of `structFromJson`: secrets are marked, and in plain text. */
export function structToJson(map: ValueMap): Readonly<Record<string, unknown>> {
  const { fields } = decode(Struct, encode(Struct, structToWire(map, { secrets: true })))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, jsonOf(value)]))
}

/** Writes values of a program as JSON. */
export function programToJson(map: ValueMap): Readonly<Record<string, unknown>> {
  const { fields } = decode(Struct, encode(Struct, programToWire(map, { secrets: true, resources: true })))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, jsonOf(value)]))
}

function structOf(json: Readonly<Record<string, unknown>>, open: OpenSecret): Struct {
  const fields = Object.entries(json).map(([name, value]) => [name, wireOf(value, open)] as const)
  return decode(Struct, encode(Struct, { fields: Object.fromEntries(fields) }))
}

function wireOf(json: unknown, open: OpenSecret): Init<WireValue> {
  if (json === null || json === undefined) return { nullValue: 0 }
  if (typeof json === 'string') return { stringValue: json }
  if (typeof json === 'number') return { numberValue: json }
  if (typeof json === 'boolean') return { boolValue: json }
  if (Array.isArray(json)) return { listValue: { values: json.map((item) => wireOf(item, open)) } }
  const map = json as Readonly<Record<string, unknown>>
  const known = map[signatureKey] === secretSignature ? { ...map, value: open(map) } : map
  const fields = Object.entries(known).filter(([name]) => known === map || !['plaintext', 'ciphertext'].includes(name))
  return { structValue: { fields: Object.fromEntries(fields.map(([name, value]) => [name, wireOf(value, open)])) } }
}

function jsonOf(wire: WireValue): unknown {
  if (wire.stringValue !== undefined) return wire.stringValue
  if (wire.numberValue !== undefined) return wire.numberValue
  if (wire.boolValue !== undefined) return wire.boolValue
  if (wire.listValue !== undefined) return wire.listValue.values.map(jsonOf)
  if (wire.structValue === undefined) return null
  const map = Object.fromEntries(Object.entries(wire.structValue.fields).map(([name, value]) => [name, jsonOf(value)]))
  if (map[signatureKey] !== secretSignature) return map
  return { [signatureKey]: secretSignature, plaintext: JSON.stringify(map['value'] ?? null) }
}
