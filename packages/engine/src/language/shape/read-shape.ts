import type { PropertySchema, Scalar, Value } from '@slipway/model'
import { entryOf, treeToValue, type TreeNode } from '@slipway/source'
import type { ValueType, Written } from '../declarations.ts'
import type { PathStep } from '../expression.ts'
import { reportUnknownType } from '../parse/reported-type.ts'
import { isBroken, isEmpty, Section, wrongShape } from '../parse/section.ts'
import { fitShape } from './fit-shape.ts'

/** The words for the types of variables. */
const variableTypes = ['string', 'integer', 'float', 'boolean', 'array', 'object', 'list', 'map'] as const

const otherWords: Readonly<Record<string, ValueType>> = { list: 'array', map: 'object' }

const shapeKeys = [
  'type',
  'description',
  'secret',
  'default',
  'allowedValues',
  'items',
  'properties',
  'required',
] as const

/** The type that a variable declares: `list` is another word for `array`, and `map` for `object`. `undefined` after a report. */
export function readVariableType(section: Section): ValueType | undefined {
  const written = section.needText('type')
  return written === undefined ? undefined : typeNamed(written, section)
}

function typeNamed(written: Written<string>, section: Parameters<typeof reportUnknownType>[0]): ValueType | undefined {
  const found = variableTypes.find((type) => type === written.value)
  if (found === undefined) reportUnknownType(section, written, variableTypes)
  return found === undefined ? undefined : (otherWords[found] ?? (found as ValueType))
}

/** The declared content of an array or an object: `items` and `properties`. */
export function readInside(section: Section, type: ValueType): PropertySchema {
  const [items, properties] = [section.get('items'), section.get('properties')]
  for (const entry of [items, properties]) {
    const isFor = entry === properties ? ['object'] : ['array', 'object']
    if (entry === undefined || isFor.includes(type)) continue
    const at = { start: entry.keyStart, end: entry.keyEnd }
    const message = `${section.path} has no "${entry.key}", because its type is ${type}`
    section.error('blueprint/unknown-key', at, message, `"${entry.key}" is for the type ${isFor.join(' and ')}`)
  }
  if (type === 'array') return { type, ...optionalShape('items', items?.value, section) }
  if (type !== 'object') return { type }
  if (properties === undefined || isEmpty(properties.value))
    return { type: 'map', ...optionalShape('mapValues', items?.value, section, 'items') }
  if (items !== undefined) {
    const at = { start: items.keyStart, end: items.keyEnd }
    const message = `${section.path} has both "items" and "properties"`
    section.error(
      'blueprint/unknown-key',
      at,
      message,
      '"items" is for an object with any names: leave one of the two out',
    )
  }
  return readProperties(section, properties.value)
}

function optionalShape<Key extends 'items' | 'mapValues'>(
  key: Key,
  node: TreeNode | undefined,
  section: Section,
  written: string = key,
): { readonly [key in Key]?: PropertySchema } {
  if (node === undefined || isEmpty(node)) return {}
  const shape = readShape(node, `${section.path}.${written}`, section)
  return shape === undefined ? {} : ({ [key]: shape.schema } as { [key in Key]: PropertySchema })
}

function readProperties(section: Section, node: TreeNode): PropertySchema {
  const path = `${section.path}.properties`
  if (node.kind !== 'map') {
    wrongShape(node, path, 'a map from names to types', section.diagnostics)
    return { type: 'map' }
  }
  const read = node.entries.map(
    ({ key, value }) => [key, readShape(value, `${path}.${key}`, section) ?? leftOpen] as const,
  )
  return {
    type: 'object',
    attributes: Object.fromEntries(read.map(([key, { schema }]) => [key, schema])),
    required: read.flatMap(([key, { schema, mayBeLeftOut }]) =>
      mayBeLeftOut || schema.default !== undefined ? [] : [key],
    ),
  }
}

interface ReadShape {
  readonly schema: PropertySchema
  readonly mayBeLeftOut: boolean
}

/** A part whose type has been refused. It may be anything, so nothing else is reported about it. It may also have been meant as a secret. */
const leftOpen: ReadShape = { schema: { type: 'union', sensitive: true }, mayBeLeftOut: true }

/** Reads the type of a content: either a word, or a map with its own `type`. */
function readShape(node: TreeNode, path: string, parent: Section): ReadShape | undefined {
  if (node.kind === 'scalar') {
    const written = parent.literalText(node, path)
    const type = written && typeNamed(written, { path, diagnostics: parent.diagnostics })
    return type && { schema: { type: type === 'object' ? 'map' : type }, mayBeLeftOut: false }
  }
  const section = Section.of(node, path, shapeKeys, parent.diagnostics)
  const type = section && readVariableType(section)
  if (section === undefined || type === undefined) return undefined
  const description = section.text('description')?.value
  const allowedValues = readAllowed(section, type)
  const schema: PropertySchema = {
    ...readInside(section, type),
    ...(description !== undefined && { description }),
    ...(allowedValues.length > 0 && { allowedValues }),
    ...(section.flag('secret') && { sensitive: true }),
  }
  const fallback = readDefaultOf(section, schema)
  const isRequired = section.get('required') === undefined || section.flag('required')
  return {
    schema: fallback === undefined ? schema : { ...schema, default: fallback.value },
    mayBeLeftOut: !isRequired,
  }
}

function readAllowed(section: Section, type: ValueType): readonly Scalar[] {
  const entry = section.get('allowedValues')
  if (entry === undefined || isEmpty(entry.value)) return []
  if (entry.value.kind !== 'list') {
    wrongShape(entry.value, `${section.path}.allowedValues`, 'a list', section.diagnostics)
    return []
  }
  if (refuseAllowed(section, type)) return []
  const shape = { type } as const
  return entry.value.items.flatMap((item) => {
    const written = literalOf(item, `${section.path}.allowedValues`, section)
    const value = written && fitAt(section, shape, item, written.value, 'allowedValues')
    return value === undefined || typeof value === 'object' ? [] : [value]
  })
}

/** Refuses allowed values for an array or an object, which has none of its own. True after a report. */
export function refuseAllowed(section: Section, type: ValueType): boolean {
  const entry = section.get('allowedValues')
  if (entry === undefined || (type !== 'array' && type !== 'object')) return false
  const at = { start: entry.keyStart, end: entry.keyEnd }
  const message = `${section.path} has no "allowedValues", because its type is ${type}`
  section.error('blueprint/unknown-key', at, message, 'write the allowed values below "items" or "properties"')
  return true
}

/** The default of an array or an object, or of a part of it; `undefined` if there is no default that fits. */
export function readDefaultOf(section: Section, shape: PropertySchema): Written<Value> | undefined {
  const node = section.get('default')?.value
  if (node === undefined || isEmpty(node)) return undefined
  const written = literalOf(node, `${section.path}.default`, section)
  const value = written && fitAt(section, shape, node, written.value, 'default')
  return value === undefined ? undefined : { value, origin: { start: node.start, end: node.end } }
}

/** Reports each part that does not fit, at its place. */
function fitAt(section: Section, shape: PropertySchema, node: TreeNode, given: Value, key: string): Value | undefined {
  const { value, problems } = fitShape(shape, given, { root: section.path, isHidden: false }, node)
  for (const { code, path, sentence, hint } of problems) {
    const { start, end } = nodeBelow(node, path)
    section.error(code, { start, end }, sentence(`"${key}"`), hint)
  }
  return problems.length === 0 ? value : undefined
}

/** The node at a path, or the last existing one on the way. */
function nodeBelow(node: TreeNode, path: readonly PathStep[]): TreeNode {
  let at = node
  for (const step of path) {
    const next =
      typeof step === 'number' ? at.kind === 'list' && at.items[step] : at.kind === 'map' && entryOf(at, step)
    if (next === false || next === undefined) return at
    at = next
  }
  return at
}

/** The literal value of a node; `undefined` after a report, because a default has no expressions. */
function literalOf(node: TreeNode, path: string, section: Section): { readonly value: Value } | undefined {
  return isLiteral(node, path, section) ? { value: treeToValue(node) } : undefined
}

function isLiteral(node: TreeNode, path: string, section: Section): boolean {
  if (node.kind === 'scalar') return !isBroken(node) && section.literalText(node, path) !== undefined
  const parts =
    node.kind === 'list'
      ? node.items.map((item, index) => [item, `${path}[${index}]`] as const)
      : node.entries.map(({ key, value }) => [value, `${path}.${key}`] as const)
  // All parts are visited, so that every mistake is reported.
  return parts.filter(([part, at]) => !isLiteral(part, at, section)).length === 0
}

/** True for a shape that contains a secret part. */
export function hasSecretInside(shape: PropertySchema | undefined): boolean {
  if (shape === undefined) return false
  const { sensitive, items, mapValues, attributes = {} } = shape
  return sensitive === true || [items, mapValues, ...Object.values(attributes)].some(hasSecretInside)
}
