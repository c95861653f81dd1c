import { isSecret, type PropertySchema, type Value } from '@slipway/model'

/** JSON Schema, draft 7: editors support this version best. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Any text with an expression in it, whatever the type of its value. */
export const substitution: JsonSchema = { $ref: '#/definitions/substitution' }

/** A value as a blueprint may write it for this property: written out, or with `${…}`. */
function propertyJsonSchema(schema: PropertySchema): JsonSchema {
  const own = ownSchema(schema)
  const isAnything = Object.keys(own).length === 0
  const choices = [own, ...(schema.nullable === true ? [{ type: 'null' }] : []), substitution]
  return { ...about(schema), ...(isAnything ? {} : { anyOf: choices }) }
}

/** The spec of a resource: always a map that is written out. */
export function specJsonSchema(schema: PropertySchema): JsonSchema {
  return { ...about(schema), ...ownSchema(schema) }
}

function about({ label, description, default: fallback, examples = [] }: PropertySchema): JsonSchema {
  const words = description ?? label
  const known = examples.map(plain).filter((example) => example !== undefined)
  return {
    ...(words !== undefined && words !== '' && { description: words }),
    ...(plain(fallback) !== undefined && { default: plain(fallback) }),
    ...(known.length > 0 && { examples: known }),
  }
}

function ownSchema(schema: PropertySchema): JsonSchema {
  const { type, items, mapValues, oneOf, minLength, maxLength } = schema
  switch (type) {
    case 'string':
      // A blueprint may write a text as a number, true or false.
      return allowed(schema) ?? { type: ['string', 'number', 'boolean'], ...lengths(schema), ...pattern(schema) }
    case 'integer':
      return allowed(schema) ?? { type: 'integer', ...range(schema) }
    case 'float':
      return allowed(schema) ?? { type: 'number', ...range(schema) }
    case 'boolean':
      return { type: 'boolean' }
    case 'array':
      return {
        type: 'array',
        ...(items !== undefined && { items: propertyJsonSchema(items) }),
        ...optional('minItems', minLength),
        ...optional('maxItems', maxLength),
      }
    case 'map':
      return {
        type: 'object',
        ...(mapValues !== undefined && { additionalProperties: propertyJsonSchema(mapValues) }),
      }
    case 'object':
      return objectSchema(schema)
    case 'union':
      return oneOf === undefined || oneOf.length === 0 ? {} : { anyOf: oneOf.map(propertyJsonSchema) }
  }
}

/** Computed attributes are left out: they may not be given. */
function objectSchema({ attributes, required = [] }: PropertySchema): JsonSchema {
  if (attributes === undefined) return { type: 'object' }
  const given = Object.entries(attributes).filter(([, attribute]) => attribute.computed !== true)
  return {
    type: 'object',
    properties: Object.fromEntries(given.map(([name, attribute]) => [name, propertyJsonSchema(attribute)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function allowed({ allowedValues = [] }: PropertySchema): JsonSchema | undefined {
  const values = allowedValues.map(plain).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : { enum: values }
}

function range({ minimum, maximum }: PropertySchema): JsonSchema {
  return { ...optional('minimum', plain(minimum)), ...optional('maximum', plain(maximum)) }
}

function lengths({ minLength, maxLength }: PropertySchema): JsonSchema {
  return { ...optional('minLength', minLength), ...optional('maxLength', maxLength) }
}

/** Leaves out patterns that only Go understands. */
function pattern({ pattern: source }: PropertySchema): JsonSchema {
  if (source === undefined) return {}
  try {
    return { pattern: new RegExp(source, 'u').source }
  } catch {
    return {}
  }
}

/** The value as JSON, if JSON can express it; secrets are never shown. */
function plain(value: Value | undefined): unknown {
  if (value === undefined || isSecret(value)) return undefined
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined
  return typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value, exact)) as unknown) : value
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

function optional(key: string, value: unknown): JsonSchema {
  return value === undefined ? {} : { [key]: value }
}
