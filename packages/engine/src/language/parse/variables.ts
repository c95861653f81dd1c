import { type Scalar, type ScalarType, Unknown } from '@slipway/model'
import { didYouMean, type MapEntry, type DiagnosticList, type TreeNode } from '@slipway/source'
import type { ValueDeclaration, ValueType, VariableDeclaration, Written } from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { fitVariable } from '../fit-variable.ts'
import { expressionOf } from './expression-of.ts'
import { Section, isBroken, isEmpty, wrongShape } from './section.ts'

/** `custom`: a type of a provider, which gives its values later. */
type VariableType = ScalarType | 'custom'

const scalarTypes: readonly ScalarType[] = ['string', 'integer', 'float', 'boolean']
export const valueTypes: readonly ValueType[] = [...scalarTypes, 'array', 'object']

export function readVariable(entry: MapEntry, diagnostics: DiagnosticList): VariableDeclaration | undefined {
  const path = `variables.${entry.key}`
  const keys = ['type', 'description', 'secret', 'default', 'allowedValues']
  const section = Section.of(entry.value, path, keys, diagnostics)
  if (section === undefined) return undefined
  const custom = readCustomType(section)
  const type = custom === undefined ? readType(section, scalarTypes) : 'custom'
  const description = section.text('description')?.value
  const allowedValues = readAllowedValues(section, type)
  const fallback = readDefault(section, type, allowedValues)
  const defaultNode = section.get('default')?.value
  const isDefaultBroken = fallback === undefined && defaultNode !== undefined && !isEmpty(defaultNode)
  if (type === undefined || isDefaultBroken) return undefined
  return {
    name: entry.key,
    origin: { start: entry.keyStart, end: entry.keyEnd },
    type: type === 'custom' ? 'string' : type,
    secret: section.flag('secret'),
    allowedValues,
    ...(custom === undefined ? {} : { custom }),
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
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
  return { name: entry.key, origin, type: type ?? seemingType(expression), secret: section.flag('secret'), expression }
}

/** True for the word `none` of the blueprint language: nothing, on purpose. */
function isNone(node: TreeNode): boolean {
  return node.kind === 'scalar' && node.value === null && node.text === 'none'
}

/** The type that was most likely meant, so that a missing or wrong one is not reported twice. */
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

/** `undefined` after a report, so that what follows is not checked against a wrong type. */
export function readType<T extends string>(section: Section, types: readonly T[]): T | undefined {
  const written = section.needText('type')
  if (written === undefined) return undefined
  const found = types.find((type) => type === written.value)
  if (found !== undefined) return found
  reportUnknownType(section, written, types)
  return undefined
}

export function reportUnknownType(
  section: Section,
  { value, origin }: Written<string>,
  types: readonly string[],
): void {
  const meant = (typeWords.get(value) ?? []).filter((type) => types.includes(type))
  const near = meant.length > 0 ? `did you mean ${meant.map((type) => `"${type}"`).join(' or ')}?` : undefined
  const hint =
    near ?? (holdsSeveral.has(value) ? textsOnly : didYouMean(value, types)) ?? `there are: ${types.join(', ')}`
  section.error('blueprint/unknown-word', origin, `${section.path}.type cannot be "${value}"`, hint)
}

/** What types are called in other languages. */
const typeWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['int', ['integer']],
  ['number', ['integer', 'float']],
  ['double', ['float']],
  ['bool', ['boolean']],
  ['str', ['string']],
  ['text', ['string']],
  ['list', ['array']],
  ['map', ['object']],
])

const holdsSeveral: ReadonlySet<string> = new Set(['list', 'array', 'map', 'object'])

/** Where only scalars are allowed: in a variable. */
const textsOnly =
  'a variable has one value: make it a "string", and a list of it with split(variables.NAME, ",") or jsondecode(variables.NAME)'

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
