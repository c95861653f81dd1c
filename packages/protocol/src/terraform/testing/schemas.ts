import { bareMap } from '@slipway/model'
import type { CtyObject, CtyType } from '../cty/type.ts'
import type { AttributeSchema, BlockSchema, NestedAttributes, NestedBlock, TypeSchema } from '../schema/schema.ts'

/** Makes an attribute from a short text: `required string`, `optional computed number`. */
export function attribute(words: string, type: CtyType = 'string'): AttributeSchema {
  const has = (word: string): boolean => words.split(' ').includes(word)
  return {
    type,
    required: has('required'),
    optional: has('optional'),
    computed: has('computed'),
    sensitive: has('sensitive'),
    writeOnly: has('write-only'),
    description: '',
    ...(has('deprecated') && { deprecated: 'use another' }),
  }
}

/** Makes an attribute with nested attributes. */
export function nested(
  words: string,
  nesting: NestedAttributes['nesting'],
  attributes: Readonly<Record<string, AttributeSchema>>,
): AttributeSchema {
  const element = objectType(attributes, {})
  const type: CtyType = nesting === 'single' ? element : { kind: nesting, element }
  return { ...attribute(words, type), nested: { nesting, attributes: bare(attributes) } }
}

export function block(
  attributes: Readonly<Record<string, AttributeSchema>>,
  inner: Readonly<Record<string, NestedBlock>> = {},
): BlockSchema {
  return { attributes: bare(attributes), blocks: bare(inner), description: '' }
}

export function blocks(
  nesting: NestedBlock['nesting'],
  inner: BlockSchema,
  { minItems = 0, maxItems = 0 }: { readonly minItems?: number; readonly maxItems?: number } = {},
): NestedBlock {
  const element = objectType(inner.attributes, inner.blocks)
  const type: CtyType = nesting === 'single' || nesting === 'group' ? element : { kind: nesting, element }
  return { nesting, block: inner, type, minItems, maxItems }
}

export function typeSchema(name: string, inner: BlockSchema, version = 0): TypeSchema {
  return { name, version, block: inner, type: objectType(inner.attributes, inner.blocks) }
}

function objectType(
  attributes: Readonly<Record<string, AttributeSchema>>,
  nestedBlocks: Readonly<Record<string, NestedBlock>>,
): CtyObject {
  const types = bareMap<CtyType>()
  for (const [name, { type }] of Object.entries(attributes)) types[name] = type
  for (const [name, { type }] of Object.entries(nestedBlocks)) types[name] = type
  return { kind: 'object', attributes: types }
}

function bare<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const map = bareMap<T>()
  for (const [name, value] of Object.entries(entries)) map[name] = value
  return map
}
