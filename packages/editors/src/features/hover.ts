import { optionText, partsIn, type Blueprint, type Expression } from '@slipway/engine'
import type { TreeNode } from '@slipway/source'
import { childHelp, childPlaceHelp } from './child-help.ts'
import { childPlaceAt } from './child-places.ts'
import { childOf, type Children } from './children.ts'
import { fieldsOf } from '../fields/fields.ts'
import { schemaBelow, type Known } from './known.ts'
import { expressionsIn, occurrenceAt } from './occurrences.ts'
import { spotAt, textAt, type Step } from './position.ts'
import { whereIs } from './where.ts'
import { functionHelp, occurrenceHelp, paragraphs, propertyHelp, typeHelp } from './words.ts'

export interface Hover {
  /** Markdown. */
  readonly help: string
  readonly start: number
  readonly end: number
}

/** Explains the thing at an offset. */
export function hoverAt(
  blueprint: Blueprint,
  tree: TreeNode,
  offset: number,
  { known, children }: { readonly known: Known; readonly children: Children },
): Hover | undefined {
  const place = childPlaceAt(blueprint, tree, offset, children)
  if (place !== undefined) return { help: childPlaceHelp(place, known), start: place.start, end: place.end }
  const occurrence = occurrenceAt(blueprint, offset)
  if (occurrence !== undefined) {
    const { start, end } = occurrence.whole ?? occurrence
    const child = occurrence.kind === 'child' ? childOf(blueprint, occurrence.name, children) : undefined
    const help = child === undefined ? occurrenceHelp(occurrence, blueprint, known) : childHelp(child, occurrence.name)
    return { help, start, end }
  }
  return calledAt(blueprint, offset, known) ?? fieldAt(tree, offset, known)
}

function calledAt(blueprint: Blueprint, offset: number, known: Known): Hover | undefined {
  for (const expression of expressionsIn(blueprint)) {
    for (const part of partsIn(expression)) {
      if (part.kind === 'reference') {
        const { start, end } = part.origin
        if (part.to === 'parameter' && offset >= start && offset <= end)
          return { help: parameterHelp(part.name), start, end }
        continue
      }
      const { name, origin } = part
      const sign = part.kind === 'call' ? signAt(part, blueprint.source.text, offset) : undefined
      const meant = sign === undefined ? undefined : known.functions.get(name)
      if (sign !== undefined && meant !== undefined) return { help: functionHelp(meant), ...sign }
      const [start, end] = [origin.start, origin.start + name.length]
      // An operator is a call with another notation.
      if (offset < start || offset > end || blueprint.source.text.slice(start, end) !== name) continue
      const definition = known.functions.get(name)
      if (definition !== undefined) return { help: functionHelp(definition), start, end }
    }
  }
  return undefined
}

function parameterHelp(name: string): string {
  return `**${name}**: a parameter of the short function around it`
}

/** The place of the operator between two operands, if it is at the offset. */
function signAt(
  { args, sign }: Extract<Expression, { kind: 'call' }>,
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const [left, right] = args
  if (sign === undefined || left === undefined || right === undefined) return undefined
  const [written = ''] = sign.split(' ')
  const start = text.indexOf(written, left.value.origin.end)
  const end = start + written.length
  return start !== -1 && end <= right.value.origin.start && offset >= start && offset <= end
    ? { start, end }
    : undefined
}

function fieldAt(tree: TreeNode, offset: number, known: Known): Hover | undefined {
  const spot = spotAt(tree, offset)
  if (spot === undefined) return undefined
  const { path, on, start, end } = spot
  const field = path.at(-1)
  if (typeof field !== 'string') return undefined
  const where = whereIs(path.slice(0, -1))
  const help = field === 'type' ? typeHelp(textAt(tree, path) ?? '', known) : undefined
  if (help !== undefined) return { help, start, end }
  if (where === undefined) return undefined
  if (on === 'value') return optionAt(tree, path, known, { start, end })
  const words = fieldHelp(tree, where, field, known)
  return words === undefined ? undefined : { help: words, start, end }
}

/** The default of a variable, with the label that its type gives the value. */
function optionAt(
  tree: TreeNode,
  path: readonly Step[],
  known: Known,
  stretch: { readonly start: number; readonly end: number },
): Hover | undefined {
  const [section, name, field] = path
  if (section !== 'variables' || name === undefined || field !== 'default') return undefined
  const options = known.variableTypes.get(textAt(tree, [section, name, 'type']) ?? '')?.options ?? {}
  const chosen = Object.values(options).find(({ value }) => String(value) === textAt(tree, path))
  return chosen && { help: paragraphs(`**${optionText(chosen)}**`, chosen.description), ...stretch }
}

function fieldHelp(
  tree: TreeNode,
  where: NonNullable<ReturnType<typeof whereIs>>,
  field: string,
  known: Known,
): string | undefined {
  if (where.kind === 'part') {
    const found = fieldsOf(where.part)[field]
    return found && paragraphs(`**${field}**`, found.about)
  }
  // The child explains its own variable, if the child can be read.
  if (where.kind === 'child variables') return undefined
  if (where.kind === 'data source exports') {
    const type = textAt(tree, ['datasources', where.dataSource, 'type']) ?? ''
    const found = known.dataSourceTypes.get(type)?.fields[field]
    return found && paragraphs(`**${field}**: ${found.type}`, found.description)
  }
  const type = textAt(tree, ['resources', where.resource, 'type']) ?? ''
  const schema = schemaBelow(known.resourceTypes.get(type)?.schema, [...where.below, field])
  return schema && propertyHelp(field, schema)
}
