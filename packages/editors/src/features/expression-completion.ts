import type { Blueprint } from '@slipway/engine'
import type { PropertySchema } from '@slipway/model'
import type { Form } from '@slipway/source'
import { childOf, type Children } from './children.ts'
import type { Completion, Item } from './items.ts'
import { schemaBelow, type Known } from './known.ts'
import { functionHelp, propertyHelp, propertyWords } from './words.ts'

/** The part of a reference that is written already. */
export interface ExpressionPrefix {
  /** The steps before the last, which is being written. */
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
  /** True outside `${` and `}`. */
  readonly isBare?: boolean
  /** Parameters of the arrow functions before this place, in the same expression. */
  readonly parameters?: readonly string[]
}

interface World {
  readonly known: Known
  readonly lastRead: Blueprint | undefined
  readonly children: Children
}

const looksBack = 4000
const reference = /(?:[A-Za-z_][\w-]*(?:\[[^\]]*\])?\s*\.\s*)*[\w-]*$/

/** The prefix of the expression at the offset; `undefined` where no expression can stand. */
export function expressionPrefix(form: Form, text: string, offset: number): ExpressionPrefix | undefined {
  const before = text.slice(Math.max(0, offset - looksBack), offset)
  const isBare = !isInside(before)
  if (isBare && !(form === 'bp' && mayBeBare(before))) return undefined
  return { ...referencePrefix(text, offset), isBare, parameters: parametersIn(before) }
}

/** The prefix of the reference at the offset. */
export function referencePrefix(text: string, offset: number): ExpressionPrefix {
  const before = text.slice(Math.max(0, offset - looksBack), offset)
  const written = reference.exec(before)?.[0] ?? ''
  const steps = written.split('.').map((step) => step.trim())
  const last = steps.pop() ?? ''
  const after = /^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0
  return { path: steps, start: offset - last.length, end: offset + after }
}

/** Whether the text ends between `${` and its `}`. */
function isInside(before: string): boolean {
  const open = before.lastIndexOf('${')
  if (open === -1) return false
  const inside = before.slice(open + 2)
  const isInText = (inside.match(/"/g)?.length ?? 0) % 2 === 1
  return !isInText && !isClosed(inside) && !/\n\s*\n/.test(inside)
}

/** Whether a `}` ends the expression. A `}` that ends a map in the expression does not. */
function isClosed(inside: string): boolean {
  let open = 0
  for (const brace of inside.replaceAll(/"[^"]*"?/g, '').match(/[{}]/g) ?? []) {
    if (brace === '{') open++
    else if (open-- === 0) return true
  }
  return false
}

const shortFunctionHead = /([A-Za-z_][\w-]*|\([^()]{0,200}\))[ \t]*=>/g

/** Names before `=>`, since the expression or its line began. */
function parametersIn(before: string): readonly string[] {
  const expression = before.slice(Math.max(before.lastIndexOf('${'), before.lastIndexOf('\n')) + 1)
  const heads = [...expression.matchAll(shortFunctionHead)].map(([, head = '']) => head)
  return [...new Set(heads.flatMap((head) => head.match(/[A-Za-z_][\w-]*/g) ?? []))]
}

/** In the blueprint language, an expression stands behind `=`, without quotes around it. */
function mayBeBare(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isInText = (line.replaceAll('\\"', '').match(/"/g)?.length ?? 0) % 2 === 1
  return !isInText && !line.includes('#') && /(?:=|^\s*foreach\s|[([,])/.test(line)
}

export function completeExpression(
  { path, start, end, parameters = [] }: ExpressionPrefix,
  { known, lastRead: blueprint, children }: World,
): Completion {
  const steps = path.map((step) => step.replace(/\[.*$/, ''))
  const [first, child = ''] = steps
  if (first === 'children' && steps.length === 2) return { items: exportsOf(child, blueprint, children), start, end }
  if (steps.length > 0) return { items: below(steps, known, blueprint), start, end }
  return { items: [...parameters.map((name) => item(name, 'parameter')), ...roots(known, blueprint)], start, end }
}

function exportsOf(name: string, blueprint: Blueprint | undefined, children: Children): readonly Item[] {
  const exported = blueprint && childOf(blueprint, name, children)?.blueprint.exports.values()
  return Array.from(exported ?? [], ({ name: label, type, description }) => ({
    label,
    kind: 'field',
    detail: type,
    help: description,
  }))
}

const kinds = ['variables', 'values', 'resources', 'datasources', 'children']

function roots(known: Known, blueprint: Blueprint | undefined): readonly Item[] {
  return [
    ...kinds.map((label): Item => ({ label, kind: 'word' })),
    ...Array.from(blueprint?.resources.values() ?? [], ({ name, type }): Item => {
      return { label: name, kind: 'reference', detail: type.value }
    }),
    ...Array.from(known.functions.values(), (definition): Item => {
      return { label: definition.name, kind: 'function', help: functionHelp(definition) }
    }),
  ]
}

function below(steps: readonly string[], known: Known, blueprint: Blueprint | undefined): readonly Item[] {
  const [first = '', name, ...rest] = steps
  if (!kinds.includes(first)) return resourceSteps(first, steps.slice(1), known, blueprint)
  if (name === undefined) return names(first, blueprint)
  if (first === 'resources') return resourceSteps(name, rest, known, blueprint)
  if (first === 'variables') return propertiesOf(schemaBelow(blueprint?.variables.get(name)?.shape, rest))
  return first === 'datasources' && rest.length === 0 ? fieldsRead(name, known, blueprint) : []
}

function item(label: string, detail: string): Item {
  return { label, kind: 'reference', detail }
}

function names(kind: string, blueprint: Blueprint | undefined): readonly Item[] {
  switch (kind) {
    case 'variables':
      return Array.from(blueprint?.variables.values() ?? [], (one) => item(one.name, one.type))
    case 'values':
      return Array.from(blueprint?.values.values() ?? [], (one) => item(one.name, one.type))
    case 'resources':
      return Array.from(blueprint?.resources.values() ?? [], (one) => item(one.name, one.type.value))
    case 'datasources':
      return Array.from(blueprint?.dataSources.values() ?? [], (one) => item(one.name, one.type.value))
    default:
      return Array.from(blueprint?.includes.keys() ?? [], (name) => item(name, 'child'))
  }
}

function resourceSteps(
  name: string,
  [field, ...rest]: readonly string[],
  known: Known,
  blueprint: Blueprint | undefined,
): readonly Item[] {
  const declared = blueprint?.resources.get(name)
  if (declared === undefined) return []
  if (field === undefined) return ['spec', 'metadata'].map((label) => ({ label, kind: 'field' }))
  if (field === 'metadata' && rest.length === 0) {
    return ['displayName', 'labels', 'annotations', 'custom'].map((label) => ({ label, kind: 'field' }))
  }
  if (field !== 'spec') return []
  return propertiesOf(schemaBelow(known.resourceTypes.get(declared.type.value)?.schema, rest))
}

function propertiesOf({ attributes = {} }: Pick<PropertySchema, 'attributes'> = {}): readonly Item[] {
  return Object.entries(attributes).map(([label, schema]) => ({
    label,
    kind: 'field',
    detail: propertyWords(schema),
    help: propertyHelp(label, schema),
  }))
}

function fieldsRead(name: string, known: Known, blueprint: Blueprint | undefined): readonly Item[] {
  const declared = blueprint?.dataSources.get(name)
  if (declared === undefined) return []
  const { exports, type } = declared
  const fields = exports === '*' ? Object.keys(known.dataSourceTypes.get(type.value)?.fields ?? {}) : exports.keys()
  return Array.from(fields, (label) => ({ label, kind: 'field' }))
}
