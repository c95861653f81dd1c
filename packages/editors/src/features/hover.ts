import { partsIn, type Blueprint } from '@slipway/engine'
import type { TreeNode } from '@slipway/source'
import { fieldsOf } from '../fields/fields.ts'
import { schemaBelow, type Known } from './known.ts'
import { expressionsIn, occurrenceAt } from './occurrences.ts'
import { spotAt, textAt } from './position.ts'
import { whereIs } from './where.ts'
import { functionHelp, occurrenceHelp, paragraphs, propertyHelp, typeHelp } from './words.ts'

export interface Hover {
  /** Markdown. */
  readonly help: string
  readonly start: number
  readonly end: number
}

/** Explains the thing at an offset. */
export function hoverAt(blueprint: Blueprint, tree: TreeNode, offset: number, known: Known): Hover | undefined {
  const occurrence = occurrenceAt(blueprint, offset)
  if (occurrence !== undefined) {
    const { start, end } = occurrence.whole ?? occurrence
    return { help: occurrenceHelp(occurrence, blueprint, known), start, end }
  }
  return calledAt(blueprint, offset, known) ?? fieldAt(tree, offset, known)
}

function calledAt(blueprint: Blueprint, offset: number, known: Known): Hover | undefined {
  for (const expression of expressionsIn(blueprint)) {
    for (const part of partsIn(expression)) {
      if (part.kind === 'reference') continue
      const { name, origin } = part
      const [start, end] = [origin.start, origin.start + name.length]
      // An operator is a call that is written otherwise.
      if (offset < start || offset > end || blueprint.source.text.slice(start, end) !== name) continue
      const definition = known.functions.get(name)
      if (definition !== undefined) return { help: functionHelp(definition), start, end }
    }
  }
  return undefined
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
  if (on !== 'key' || where === undefined) return undefined
  const words = fieldHelp(tree, where, field, known)
  return words === undefined ? undefined : { help: words, start, end }
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
  if (where.kind === 'data source exports') {
    const type = textAt(tree, ['datasources', where.dataSource, 'type']) ?? ''
    const found = known.dataSourceTypes.get(type)?.fields[field]
    return found && paragraphs(`**${field}**: ${found.type}`, found.description)
  }
  const type = textAt(tree, ['resources', where.resource, 'type']) ?? ''
  const schema = schemaBelow(known.resourceTypes.get(type)?.schema, [...where.below, field])
  return schema && propertyHelp(field, schema)
}
