import { createHash } from 'node:crypto'
import {
  type DataSourceFieldSchema,
  type FunctionValueType,
  type PropertySchema,
  type Value,
  valueMap,
} from '@slipway/model'

/** Digits that are the same for the same place in every run, and differ between places. */
function digits(place: string): string {
  return createHash('sha256').update(place).digest('hex')
}

/**
 * A value that fits a schema, as a provider might have computed it.
 * @param place the owner of the value: the same place always gets the same value
 */
export function inventedOf(schema: PropertySchema, place: string): Value {
  if (schema.default !== undefined) return schema.default
  const [example] = schema.examples ?? []
  const allowed = schema.allowedValues ?? []
  if (allowed.length > 0) return allowed[number(place) % allowed.length] ?? null
  if (example !== undefined && (schema.pattern !== undefined || typeof example !== 'string')) return example
  switch (schema.type) {
    case 'string':
      return textOf(schema, place)
    case 'integer':
      return within(1 + (number(place) % 9999), schema)
    case 'float':
      return within((number(place) % 10_000) / 100, schema)
    case 'boolean':
      return true
    case 'array':
      return schema.items === undefined ? [] : [inventedOf(schema.items, `${place}[0]`)]
    case 'map':
      return {}
    case 'object':
      return objectOf(schema, place)
    case 'union': {
      const [first] = schema.oneOf ?? []
      return first === undefined ? `${nameOf(place)}-${digits(place).slice(0, 8)}` : inventedOf(first, place)
    }
  }
}

/** A value for a field of a data source. */
export function inventedField(schema: DataSourceFieldSchema, place: string): Value {
  const { type, items } = schema
  if (type === 'array') return items === undefined ? [] : [inventedField(items, `${place}[0]`)]
  return inventedOf({ type }, place)
}

/** The answer of a function without one from the test. */
export function inventedAnswer(type: FunctionValueType, place: string): Value {
  switch (type) {
    case 'string':
    case 'integer':
    case 'float':
    case 'boolean':
      return inventedOf({ type }, place)
    case 'list':
      return []
    case 'map':
    case 'object':
      return {}
    case 'function':
    case 'any':
      return null
  }
}

function objectOf({ attributes = {}, required = [] }: PropertySchema, place: string): Value {
  const named = Object.entries(attributes).filter(
    ([name, { computed, computedWhenOmitted }]) =>
      computed === true || computedWhenOmitted === true || required.includes(name),
  )
  return valueMap(named.map(([name, schema]) => [name, inventedOf(schema, `${place}.${name}`)] as const))
}

/** `id-3f2a9c01`: begins with the property's name. */
function textOf({ minLength = 0, maxLength = 1000 }: PropertySchema, place: string): string {
  const text = `${nameOf(place)}-${digits(place).slice(0, 8)}`
  return text.padEnd(Math.min(minLength, 10_000), '0').slice(0, Math.max(maxLength, minLength))
}

function nameOf(place: string): string {
  return /([A-Za-z][\w-]*)(?:\[\d+\])?$/.exec(place)?.[1] ?? 'value'
}

function number(place: string): number {
  return Number.parseInt(digits(place).slice(0, 8), 16)
}

function within(value: number, { minimum, maximum }: PropertySchema): number {
  const low = typeof minimum === 'number' ? minimum : Number.NEGATIVE_INFINITY
  const high = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY
  return Math.max(low, Math.min(high, value))
}
