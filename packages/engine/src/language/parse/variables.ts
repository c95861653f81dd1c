import { type PropertySchema, type Scalar, type ScalarType, Unknown, type Value } from '@slipway/model'
import type { MapEntry, DiagnosticList, TreeNode } from '@slipway/source'
import type { ValueDeclaration, ValueType, VariableDeclaration, Written } from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { fitVariable } from '../fit-variable.ts'
import { readDefaultOf, readInside, readVariableType, refuseAllowed } from '../shape/read-shape.ts'
import { expressionOf } from './expression-of.ts'
import { optional } from './optional.ts'
import { meantTypes, reportUnknownType } from './reported-type.ts'
import { Section, isBroken, isEmpty, wrongShape } from './section.ts'

/** `custom`: a type of a provider, which gives the values later. */
type VariableType = ScalarType | 'custom'

const scalarTypes: readonly ScalarType[] = ['string', 'integer', 'float', 'boolean']
export const valueTypes: readonly ValueType[] = [...scalarTypes, 'array', 'object']

export function readVariable(entry: MapEntry, diagnostics: DiagnosticList): VariableDeclaration | undefined {
  const path = `variables.${entry.key}`
  const keys = ['type', 'description', 'secret', 'default', 'allowedValues', 'items', 'properties']
  const section = Section.of(entry.value, path, keys, diagnostics)
  if (section === undefined) return undefined
  const custom = readCustomType(section)
  const type = custom === undefined ? readVariableType(section) : 'custom'
  const description = section.text('description')?.value
  const held = type === undefined || type === 'custom' ? undefined : readHeld(section, type)
  const { allowedValues, fallback, shape } = held ?? scalarHeld(section, type === 'custom' ? type : undefined)
  const defaultNode = section.get('default')?.value
  const isDefaultBroken = fallback === undefined && defaultNode !== undefined && !isEmpty(defaultNode)
  if (type === undefined || isDefaultBroken) return undefined
  return {
    name: entry.key,
    origin: { start: entry.keyStart, end: entry.keyEnd },
    type: type === 'custom' ? 'string' : type,
    secret: section.flag('secret'),
    allowedValues,
    ...optional('shape', shape),
    ...optional('custom', custom),
    ...optional('description', description),
    ...optional('default', fallback),
  }
}

/** The type and the shape of the possible content of a variable. */
interface Held {
  readonly allowedValues: readonly Scalar[]
  readonly fallback?: Written<Value> | undefined
  readonly shape?: PropertySchema
}

function readHeld(section: Section, type: ValueType): Held {
  const shape = readInside(section, type)
  if (type !== 'array' && type !== 'object') return scalarHeld(section, type)
  refuseAllowed(section, type)
  return { allowedValues: [], fallback: readDefaultOf(section, shape), shape }
}

function scalarHeld(section: Section, type: VariableType | undefined): Held {
  const allowedValues = readAllowedValues(section, type)
  return { allowedValues, fallback: readDefault(section, type, allowedValues) }
}

export function readValue(entry: MapEntry, diagnostics: DiagnosticList): ValueDeclaration | undefined {
  const keys = ['type', 'value', 'description', 'secret']
  const section = Section.of(entry.value, `values.${entry.key}`, keys, diagnostics)
  if (section === undefined) return undefined
  const type = readType(section, valueTypes)
  const written = section.get('value')?.value
  const isThere = written !== undefined && (isNone(written) || isBroken(written))
  const node = isThere ? written : section.need('value')
  const origin = { start: entry.keyStart, end: entry.keyEnd }
  const expression: Expression =
    node === undefined
      ? { kind: 'literal', value: new Unknown(`values.${entry.key}`), origin }
      : expressionOf(node, diagnostics)
  const meant = type ?? meantType(section) ?? seemingType(expression)
  return { name: entry.key, origin, type: meant, secret: section.flag('secret'), expression }
}

/** True for the word `none` of the blueprint language, with which a user deliberately gives no value. */
function isNone(node: TreeNode): boolean {
  return node.kind === 'scalar' && node.value === null && node.text === 'none'
}

/** The type that a word of another language means, if it can only mean one. */
function meantType(section: Section): ValueType | undefined {
  const node = section.get('type')?.value
  const [meant, other] = node?.kind === 'scalar' ? meantTypes(node.text, valueTypes) : []
  return other === undefined ? meant : undefined
}

/** The type that was most likely meant, so that a missing or wrong type is not reported twice. */
function seemingType(expression: Expression): ValueType {
  if (expression.kind === 'text') return 'string'
  if (expression.kind === 'list') return 'array'
  if (expression.kind !== 'literal') return 'object'
  const { value } = expression
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' && !Number.isInteger(value) ? 'float' : 'integer'
}

/** Reads a type that only a provider knows. */
function readCustomType(section: Section): Written<string> | undefined {
  const node = section.get('type')?.value
  return node?.kind === 'scalar' && node.text.includes('/') ? section.text('type') : undefined
}

/** Reads a type; `undefined` after a report, so that nothing is checked against a wrong type. */
export function readType<T extends string>(section: Section, types: readonly T[]): T | undefined {
  const written = section.needText('type')
  if (written === undefined) return undefined
  const found = types.find((type) => type === written.value)
  if (found !== undefined) return found
  reportUnknownType(section, written, types)
  return undefined
}

function readAllowedValues(section: Section, type: VariableType | undefined): readonly Scalar[] {
  const node = section.get('allowedValues')?.value
  if (node === undefined || isEmpty(node)) return []
  if (node.kind !== 'list') {
    wrongShape(node, `${section.path}.allowedValues`, 'a list', section.diagnostics)
    return []
  }
  return node.items
    .map((item) => readTyped(section, 'allowedValues', item, type))
    .filter((written) => written !== undefined)
    .map(({ value }) => value)
}

function readDefault(
  section: Section,
  type: VariableType | undefined,
  allowedValues: readonly Scalar[],
): Written<Scalar> | undefined {
  const node = section.get('default')?.value
  if (node === undefined || isEmpty(node)) return undefined
  const written = readTyped(section, 'default', node, type)
  if (written === undefined || allowedValues.length === 0 || allowedValues.includes(written.value)) return written
  const message = `the default of ${section.path} is not one of its allowed values`
  section.error('blueprint/not-allowed', written.origin, message, `allowed: ${allowedValues.join(', ')}`)
  return written
}

/** Reads a scalar of the variable's type, with or without quotes. */
function readTyped(
  section: Section,
  key: string,
  node: TreeNode,
  type: VariableType | undefined,
): Written<Scalar> | undefined {
  const path = `${section.path}.${key}`
  const written = section.literalText(node, path)
  if (written === undefined || node.kind !== 'scalar' || type === undefined) return undefined
  if (type === 'custom') return { value: node.value, origin: written.origin }
  const value = type === 'string' ? written.value : fitVariable(type, node.value)
  if (value !== undefined) return { value, origin: written.origin }
  section.error(
    'blueprint/wrong-type',
    written.origin,
    `${path} must be of the type ${type}, but ${written.value} is not`,
    type === 'boolean' ? 'write true or false' : undefined,
  )
  return undefined
}
