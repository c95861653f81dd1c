import { bareMap } from '@slipway/model'
import { decode } from '../../wire/codec/message.ts'
import { type CtyObject, type CtyType, hasDynamic, typeFromJson } from '../cty/type.ts'
import { Function as FunctionMessage, type Parameter, ResourceIdentitySchema } from '../gen/tfplugin.ts'
import * as v5 from '../gen/tfplugin5.ts'
import * as v6 from '../gen/tfplugin6.ts'
import type {
  AttributeSchema,
  BlockSchema,
  FunctionParameterSchema,
  FunctionSchema,
  IdentityAttribute,
  IdentitySchema,
  NestedAttributes,
  NestedBlock,
  TypeSchema,
} from '../schema/schema.ts'

export type ProtocolVersion = 5 | 6

/** Reads a schema of either version from unchecked bytes. Fails with an Error. */
export function typeSchema(version: ProtocolVersion, name: string, bytes: Uint8Array): TypeSchema {
  const schema = version === 5 ? decode(v5.Schema, bytes) : decode(v6.Schema, bytes)
  const block = blockSchema(schema.block, 0)
  return { name, version: Number(schema.version), block, type: typeOfBlock(block) }
}

type Block = v5.Block | v6.Block

function blockSchema(wire: Block | undefined, depth: number): BlockSchema {
  const attributes = bareMap<AttributeSchema>()
  for (const each of wire?.attributes ?? []) attributes[each.name] = attributeSchema(each, depth)
  const blocks = bareMap<NestedBlock>()
  for (const each of wire?.blockTypes ?? []) blocks[each.typeName] = nestedBlock(each, depth)
  return {
    attributes,
    blocks,
    description: wire?.description ?? '',
    ...deprecation(wire?.deprecated === true, wire?.deprecationMessage),
  }
}

function deprecation(is: boolean, why: string | undefined): { readonly deprecated?: string | true } {
  if (why !== undefined && why !== '') return { deprecated: why }
  return is ? { deprecated: true } : {}
}

function attributeSchema(wire: v5.Attribute | v6.Attribute, depth: number): AttributeSchema {
  const nested =
    'nestedType' in wire && wire.nestedType !== undefined ? nestedAttributes(wire.nestedType, depth) : undefined
  const { required, optional, computed, sensitive, writeOnly, description } = wire
  return {
    type: nested === undefined ? typeFromBytes(wire.type) : typeOfNested(nested),
    ...(nested !== undefined && { nested }),
    required,
    optional,
    computed,
    sensitive,
    writeOnly,
    description,
    ...deprecation(wire.deprecated, wire.deprecationMessage),
  }
}

const objectNestings = new Map<number, NestedAttributes['nesting']>([
  [v6.ObjectNesting.SINGLE, 'single'],
  [v6.ObjectNesting.LIST, 'list'],
  [v6.ObjectNesting.SET, 'set'],
  [v6.ObjectNesting.MAP, 'map'],
])

const blockNestings = new Map<number, NestedBlock['nesting']>([
  [v6.NestingMode.SINGLE, 'single'],
  [v6.NestingMode.GROUP, 'group'],
  [v6.NestingMode.LIST, 'list'],
  [v6.NestingMode.SET, 'set'],
  [v6.NestingMode.MAP, 'map'],
])

/** The deepest nesting of a schema: values are read level by level. */
const deepest = 60

function nestedAttributes(wire: v6.Object, depth: number): NestedAttributes {
  if (depth > deepest) throw new Error(`attributes nest more than ${deepest} levels`)
  const nesting = objectNestings.get(wire.nesting)
  if (nesting === undefined) throw new Error(`attributes nest in the unknown way ${wire.nesting}`)
  const attributes = bareMap<AttributeSchema>()
  for (const each of wire.attributes) attributes[each.name] = attributeSchema(each, depth + 1)
  return { nesting, attributes }
}

function nestedBlock(wire: v5.NestedBlock | v6.NestedBlock, depth: number): NestedBlock {
  if (depth > deepest) throw new Error(`blocks nest more than ${deepest} levels`)
  const nesting = blockNestings.get(wire.nesting)
  if (nesting === undefined) throw new Error(`the blocks ${wire.typeName} nest in the unknown way ${wire.nesting}`)
  const block = blockSchema(wire.block, depth + 1)
  const { minItems, maxItems } = wire
  return { nesting, block, type: typeOfBlocks(nesting, block), minItems: Number(minItems), maxItems: Number(maxItems) }
}

function typeFromBytes(bytes: Uint8Array): CtyType {
  return typeFromJson(JSON.parse(Buffer.from(bytes).toString('utf8')))
}

/** Returns the type of attributes and blocks together. */
function typeOfBlock({ attributes, blocks }: BlockSchema): CtyObject {
  const types = typesOf(attributes)
  for (const name in blocks) types[name] = (blocks[name] as NestedBlock).type
  return { kind: 'object', attributes: types }
}

function typesOf(attributes: Readonly<Record<string, AttributeSchema>>): Record<string, CtyType> {
  const types = bareMap<CtyType>()
  for (const name in attributes) types[name] = (attributes[name] as AttributeSchema).type
  return types
}

function typeOfNested({ nesting, attributes }: NestedAttributes): CtyType {
  const element: CtyObject = { kind: 'object', attributes: typesOf(attributes) }
  return nesting === 'single' ? element : { kind: nesting, element }
}

/**
 * Returns the type of all blocks of a name. Blocks that bring along their own types cannot form a list or map, whose elements have one
 * type, so the whole brings its type along.
 */
function typeOfBlocks(nesting: NestedBlock['nesting'], block: BlockSchema): CtyType {
  const element = typeOfBlock(block)
  if (nesting === 'single' || nesting === 'group') return element
  return nesting !== 'set' && hasDynamic(element) ? 'dynamic' : { kind: nesting, element }
}

export function functionSchema(name: string, bytes: Uint8Array): FunctionSchema {
  const wire = decode(FunctionMessage, bytes)
  const { summary, description, deprecationMessage } = wire
  return {
    name,
    parameters: wire.parameters.map(parameterSchema),
    ...(wire.variadicParameter !== undefined && { variadic: parameterSchema(wire.variadicParameter) }),
    returns: typeFromBytes(wire.return?.type ?? new Uint8Array()),
    summary,
    description,
    ...(deprecationMessage !== '' && { deprecated: deprecationMessage }),
  }
}

function parameterSchema(wire: Parameter): FunctionParameterSchema {
  const { name, description, allowNullValue: allowsNull, allowUnknownValues: allowsUnknown } = wire
  return { name, type: typeFromBytes(wire.type), allowsNull, allowsUnknown, description }
}

export function identitySchema(bytes: Uint8Array): IdentitySchema {
  const wire = decode(ResourceIdentitySchema, bytes)
  const attributes = bareMap<IdentityAttribute>()
  const types = bareMap<CtyType>()
  for (const { name, type, requiredForImport, optionalForImport, description } of wire.identityAttributes) {
    types[name] = typeFromBytes(type)
    attributes[name] = { type: typeFromBytes(type), requiredForImport, optionalForImport, description }
  }
  return { version: Number(wire.version), attributes, type: { kind: 'object', attributes: types } }
}
