import type { PropertySchema } from '@slipway/model'

/** Returns the schema of one member of a value: of an item for a number, of an attribute or map value for a text. */
export function memberSchema(schema: PropertySchema | undefined, member: string | number): PropertySchema | undefined {
  if (schema === undefined) return undefined
  if (schema.oneOf !== undefined) {
    for (const choice of schema.oneOf) {
      const found = memberSchema(choice, member)
      if (found !== undefined) return found
    }
  }
  if (typeof member === 'number') return schema.items
  const attributes = schema.attributes
  return attributes !== undefined && Object.hasOwn(attributes, member) ? attributes[member] : schema.mapValues
}

const step = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g

/** Returns the schema at a path below the resource, such as `spec.rules[0].port`; `schema` describes the spec. */
export function schemaAt(schema: PropertySchema | undefined, path: string): PropertySchema | undefined {
  if (schema === undefined) return undefined
  const below = path.startsWith(root) ? path.slice(root.length) : path
  // Most paths are a single name, and this function runs for each changed field of each resource.
  if (!/[.[]/.test(below)) return memberSchema(schema, below)
  let current: PropertySchema | undefined = schema
  for (const [, index, quoted, name] of below.matchAll(step))
    current = memberSchema(current, index === undefined ? (quoted ?? name ?? '') : Number(index))
  return current
}

const root = 'spec.'
