import type { PropertySchema } from '@slipway/model'
import { bareMap } from '@slipway/model'
import type { CtyType } from '../cty/type.ts'
import type { AttributeSchema, BlockSchema, NestedAttributes, NestedBlock } from '../schema/schema.ts'

/** The schema of any value at all. */
export const anything: PropertySchema = { type: 'union' }

/** The schema of a number, or of the decimal digits of a number that the language cannot hold. */
const number: PropertySchema = {
  type: 'union',
  oneOf: [{ type: 'float' }, { type: 'string', pattern: '^[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?$' }],
}

/** Describes the spec of a type: its attributes and its nested blocks, by their own names. */
export function objectOf(block: BlockSchema): PropertySchema & { readonly attributes: Record<string, PropertySchema> } {
  const attributes = attributesOf(block.attributes)
  for (const [name, nested] of Object.entries(block.blocks)) attributes[name] = blocksOf(nested)
  const required = Object.entries(block.blocks).filter(
    ([, { minItems, nesting }]) => minItems > 0 && nesting !== 'group',
  )
  return {
    type: 'object',
    attributes,
    required: [...requiredIn(block.attributes), ...required.map(([name]) => name)],
    ...(block.description !== '' && { description: block.description }),
  }
}

function attributesOf(attributes: Readonly<Record<string, AttributeSchema>>): Record<string, PropertySchema> {
  const properties = bareMap<PropertySchema>()
  for (const [name, attribute] of Object.entries(attributes)) properties[name] = propertyOf(attribute)
  return properties
}

function requiredIn(attributes: Readonly<Record<string, AttributeSchema>>): string[] {
  return Object.keys(attributes).filter((name) => attributes[name]?.required === true)
}

function propertyOf(attribute: AttributeSchema): PropertySchema {
  const { nested, type, computed, optional, required, sensitive, writeOnly, description, deprecated } = attribute
  return {
    ...(nested === undefined ? typeOf(type) : nestedOf(nested)),
    ...(description !== '' && { description }),
    ...(deprecated !== undefined && { deprecated: reasonOf(deprecated) }),
    ...(computed && !optional && { computed: true }),
    ...(computed && optional && { computedWhenOmitted: true }),
    ...(!required && { nullable: true }),
    // A write-only value is always a secret.
    ...((sensitive || writeOnly) && { sensitive: true }),
    ...(writeOnly && { writeOnly: true }),
  }
}

export function reasonOf(deprecated: string | true): string {
  return deprecated === true || deprecated === '' ? 'its provider advises against it' : deprecated
}

function nestedOf(nested: NestedAttributes): PropertySchema {
  const item: PropertySchema = {
    type: 'object',
    attributes: attributesOf(nested.attributes),
    required: requiredIn(nested.attributes),
  }
  if (nested.nesting === 'single') return item
  if (nested.nesting === 'map') return { type: 'map', mapValues: item }
  return { type: 'array', items: item, ...(nested.nesting === 'set' && { isSet: true }) }
}

function blocksOf({ nesting, block, minItems, maxItems }: NestedBlock): PropertySchema {
  const item = objectOf(block)
  const about = {
    nullable: true,
    ...(item.description !== undefined && { description: item.description }),
    ...(block.deprecated !== undefined && { deprecated: reasonOf(block.deprecated) }),
  }
  if (nesting === 'single' || nesting === 'group') return { ...item, ...about }
  if (nesting === 'map') return { type: 'map', mapValues: item, ...about }
  const bounds = { ...(minItems > 0 && { minLength: minItems }), ...(maxItems > 0 && { maxLength: maxItems }) }
  return { type: 'array', items: item, ...(nesting === 'set' && { isSet: true }), ...about, ...bounds }
}

/** Describes a property of a type without rules of its own. */
export function typeOf(type: CtyType): PropertySchema {
  if (type === 'string') return { type: 'string' }
  if (type === 'bool') return { type: 'boolean' }
  if (type === 'number') return number
  if (type === 'dynamic') return anything
  switch (type.kind) {
    case 'list':
      return { type: 'array', items: typeOf(type.element) }
    case 'set':
      return { type: 'array', items: typeOf(type.element), isSet: true }
    case 'map':
      return { type: 'map', mapValues: typeOf(type.element) }
    case 'tuple':
      return { type: 'array' }
    case 'object': {
      const attributes = bareMap<PropertySchema>()
      for (const [name, inner] of Object.entries(type.attributes))
        attributes[name] = { ...typeOf(inner), nullable: true }
      const { optional = [] } = type
      return {
        type: 'object',
        attributes,
        required: Object.keys(attributes).filter((name) => !optional.includes(name)),
      }
    }
  }
}
