import { bareMap } from '@slipway/model'

/**
 * The type of a value, as a provider's schema gives it. The wire carries values without their types: both sides walk the schema. Only
 * `dynamic` values bring their types along.
 */
export type CtyType = 'string' | 'number' | 'bool' | 'dynamic' | CtyCollection | CtyTuple | CtyObject

export interface CtyCollection {
  readonly kind: 'list' | 'set' | 'map'
  readonly element: CtyType
}

export interface CtyTuple {
  readonly kind: 'tuple'
  readonly elements: readonly CtyType[]
}

export interface CtyObject {
  readonly kind: 'object'
  /** Types of attributes by name, in a map without a prototype. */
  readonly attributes: Readonly<Record<string, CtyType>>
  /** Names of attributes that may be left out. */
  readonly optional?: readonly string[]
}

/** The deepest nesting of types: a hostile schema must not exhaust the stack. */
const deepest = 100

/** Reads a type in the notation of schemas, `["list","string"]`. Fails with an Error for anything else. */
export function typeFromJson(json: unknown, depth = 0): CtyType {
  if (depth > deepest) throw new Error(`a type nests more than ${deepest} levels`)
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return json
  if (!Array.isArray(json)) throw notType(json)
  const [kind, inner, optional] = json as readonly unknown[]
  switch (kind) {
    case 'list':
    case 'set':
    case 'map':
      return { kind, element: typeFromJson(inner, depth + 1) }
    case 'tuple':
      if (!Array.isArray(inner)) throw notType(json)
      return { kind, elements: inner.map((each: unknown) => typeFromJson(each, depth + 1)) }
    case 'object':
      return objectFromJson(inner, optional, depth)
    default:
      throw notType(json)
  }
}

function objectFromJson(inner: unknown, optional: unknown, depth: number): CtyObject {
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) throw notType(inner)
  const attributes = bareMap<CtyType>()
  for (const [name, type] of Object.entries(inner)) attributes[name] = typeFromJson(type, depth + 1)
  if (optional === undefined) return { kind: 'object', attributes }
  if (!Array.isArray(optional) || !optional.every((each): each is string => typeof each === 'string'))
    throw notType(optional)
  return { kind: 'object', attributes, optional }
}

function notType(json: unknown): Error {
  const text = JSON.stringify(json) ?? String(json)
  return new Error(`${text.length > 80 ? `${text.slice(0, 80)}…` : text} is not a type`)
}

/** Writes a type in the notation of schemas. */
export function typeToJson(type: CtyType): unknown {
  if (typeof type === 'string') return type
  if (type.kind === 'tuple') return [type.kind, type.elements.map(typeToJson)]
  if (type.kind !== 'object') return [type.kind, typeToJson(type.element)]
  const attributes = bareMap<unknown>()
  for (const name in type.attributes) attributes[name] = typeToJson(type.attributes[name] as CtyType)
  return type.optional === undefined ? [type.kind, attributes] : [type.kind, attributes, type.optional]
}

/** Describes the type for messages: `list of string`. */
export function describeType(type: CtyType): string {
  if (type === 'dynamic') return 'any type'
  if (typeof type === 'string') return type
  if (type.kind === 'tuple' || type.kind === 'object') return type.kind
  return `${type.kind} of ${describeType(type.element)}`
}

/** Whether a value of the type brings the type of a part of it along. */
export function hasDynamic(type: CtyType): boolean {
  if (typeof type === 'string') return type === 'dynamic'
  if (type.kind === 'tuple') return type.elements.some(hasDynamic)
  if (type.kind === 'object') return Object.values(type.attributes).some(hasDynamic)
  return hasDynamic(type.element)
}
