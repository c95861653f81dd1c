import {
  bareMap,
  isList,
  isMap,
  type PropertySchema,
  Secret,
  Unknown,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { MappingNode } from '../../gen/schema.ts'
import { scalarFromWire, scalarToWire } from './scalar.ts'
import { memberSchema } from './schema-path.ts'

/** The most levels of lists and maps. A level takes two messages, and the request around the value takes the rest of the codec's limit. */
const maxValueDepth = 180

/**
 * Converts a value for a plugin; `undefined` when nothing travels for it. Secrets are revealed: a plugin needs them. This wire has no empty
 * lists, no empty maps and no unknowns: a map leaves them out. The schema marks whole numbers that are floats; without a schema, `3`
 * travels as an integer.
 */
export function valueToWire(value: Value | undefined, schema?: PropertySchema): Init<MappingNode> | undefined {
  return nodeOf(value, schema, 0)
}

/** Like `valueToWire`, but sends `none` for values that cannot travel. */
export function requiredValueToWire(value: Value | undefined, schema?: PropertySchema): Init<MappingNode> {
  return nodeOf(value, schema, 0) ?? none
}

export function valuesToWire(values: Readonly<Record<string, Value>>): Record<string, Init<MappingNode>> {
  const nodes = bareMap<Init<MappingNode>>()
  for (const key in values) {
    const node = valueToWire(values[key])
    if (node !== undefined) nodes[key] = node
  }
  return nodes
}

/** Converts a plugin's answers, by name. Empty values are sent as empty nodes, so that the host does not count them as left out. */
export function answersToWire(values: Readonly<Record<string, Value>>): Record<string, Init<MappingNode>> {
  const nodes = bareMap<Init<MappingNode>>()
  for (const key in values) nodes[key] = valueToWire(values[key]) ?? nothing
  return nodes
}

/**
 * Reads the value that a plugin sent; null when it sent nothing.
 * @throws WireError on anything but a plain value
 */
export function valueFromWire(node: MappingNode | undefined): Value {
  if (node === undefined) return null
  if (node.scalar !== undefined) return scalarFromWire(node.scalar)
  let fields: Record<string, Value> | undefined
  for (const key in node.fields) {
    fields ??= valueMap()
    fields[key] = valueFromWire(node.fields[key])
  }
  if (fields !== undefined) return fields
  if (node.items.length > 0) return node.items.map(valueFromWire)
  return node.stringWithSubstitutions === undefined ? null : plainText(node.stringWithSubstitutions.values)
}

export function valuesFromWire(nodes: Record<string, MappingNode>): ValueMap {
  const values = valueMap()
  for (const key in nodes) values[key] = valueFromWire(nodes[key])
  return values
}

/** Reads a map; the wire may also hold nothing or `none`. */
export function mapFromWire(node: MappingNode | undefined, what: string): ValueMap {
  const value = valueFromWire(node)
  if (value === null) return valueMap()
  if (!isMap(value)) throw new WireError('malformed', `${what} is not a map`)
  return value
}

const none: Init<MappingNode> = { scalar: { noneValue: true } }
/** Stands for null inside a map or list. Every generation of the dialect reads it. */
const nothing: Init<MappingNode> = {}

function nodeOf(
  value: Value | undefined,
  schema: PropertySchema | undefined,
  depth: number,
): Init<MappingNode> | undefined {
  if (typeof value !== 'object') return value === undefined ? undefined : { scalar: scalarToWire(value, schema?.type) }
  if (value === null) return nothing
  if (value instanceof Secret) return nodeOf(value.value, schema, depth)
  if (value instanceof Unknown) return undefined
  if (depth >= maxValueDepth)
    throw new WireError('too-deep', `a value is nested deeper than ${maxValueDepth} levels and cannot be sent`)
  if (isList(value)) return listOf(value, schema, depth)
  return mapOf(value, schema, depth)
}

function listOf(
  list: readonly Value[],
  schema: PropertySchema | undefined,
  depth: number,
): Init<MappingNode> | undefined {
  if (list.length === 0) return undefined
  const itemSchema = memberSchema(schema, 0)
  return { items: list.map((item) => nodeOf(item, itemSchema, depth + 1) ?? nothing) }
}

function mapOf(map: ValueMap, schema: PropertySchema | undefined, depth: number): Init<MappingNode> | undefined {
  let fields: Record<string, Init<MappingNode>> | undefined
  for (const key in map) {
    const node = nodeOf(map[key], memberSchema(schema, key), depth + 1)
    if (node === undefined) continue
    fields ??= bareMap()
    fields[key] = node
  }
  return fields === undefined ? undefined : { fields }
}

/** Returns the text of a node. A text with substitutions is a value only when nothing is left to substitute. */
function plainText(
  parts: readonly { readonly stringValue: string | undefined; readonly substitutionValue: unknown }[],
): string {
  return parts
    .map((part) => {
      if (part.substitutionValue !== undefined)
        throw new WireError('malformed', 'a value contains a substitution that is not resolved')
      return part.stringValue ?? ''
    })
    .join('')
}

/**
 * Returns a node without the texts that still hold substitutions: another host may ask about a spec before it knows their values. Our host
 * leaves such values out itself.
 */
export function knownPart(node: MappingNode | undefined): MappingNode | undefined {
  if (node === undefined || node.scalar !== undefined) return node
  const parts = node.stringWithSubstitutions?.values ?? []
  if (parts.some((part) => part.substitutionValue !== undefined)) return undefined
  const fields = bareMap<MappingNode>()
  for (const [key, member] of Object.entries(node.fields)) {
    const known = knownPart(member)
    if (known !== undefined) fields[key] = known
  }
  return { ...node, fields, items: node.items.flatMap((item) => knownPart(item) ?? []) }
}
