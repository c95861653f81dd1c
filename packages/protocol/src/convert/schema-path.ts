import type { PropertySchema } from '@slipway/model'

/** The schema of one member of a value: of an item for a number, of an attribute or map value for a text. */
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

/** The schema at a path below the resource, such as `spec.rules[0].port`; `schema` is that of the spec. */
export function schemaAt(schema: PropertySchema | undefined, path: string): PropertySchema | undefined {
  let current = schema
  let first = true
  for (const [, index, quoted, name] of path.matchAll(step)) {
    if (first && name === 'spec') {
      first = false
      continue
    }
    first = false
    current = memberSchema(current, index === undefined ? (quoted ?? name ?? '') : Number(index))
  }
  return current
}
