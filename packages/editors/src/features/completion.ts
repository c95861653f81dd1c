import { filterOperators, type Blueprint } from '@slipway/engine'
import { formOf, type TreeNode } from '@slipway/source'
import { fieldsOf, type Part } from '../fields/fields.ts'
import { cursorIn, type Cursor } from './cursor.ts'
import { completeExpression, expressionPrefix } from './expression-completion.ts'
import { type Completion, type Item, named, typeItems } from './items.ts'
import { completeLine } from './line-completion.ts'
import { schemaBelow, type Known } from './known.ts'
import { nodeAt, textAt, type Step } from './position.ts'
import { whereIs } from './where.ts'
import { propertyHelp, propertyWords, wordOf } from './words.ts'

/**
 * Completes a blueprint at an offset; the text need not be readable yet.
 *
 * @param lastRead the blueprint as it could be read last, for the names in it
 */
export function complete(
  file: string,
  text: string,
  offset: number,
  known: Known,
  lastRead: Blueprint | undefined,
): Completion | undefined {
  const form = formOf(file, text)
  const line = form === 'bp' ? completeLine(text, offset, known) : undefined
  if (line !== undefined) return line
  const prefix = expressionPrefix(form, text, offset)
  if (prefix !== undefined) return completeExpression(prefix, known, lastRead)
  const cursor = cursorIn(file, text, offset)
  if (cursor === undefined) return undefined
  const items = cursor.at === 'key' ? keys(cursor, cursor.path, known) : values(cursor, known, lastRead)
  return { items: items.filter(({ label }) => !cursor.siblings.has(label)), start: cursor.start, end: cursor.end }
}

function keys({ tree }: Cursor, path: readonly Step[], known: Known): readonly Item[] {
  const where = whereIs(path)
  switch (where?.kind) {
    case undefined:
      return []
    case 'part':
      return partItems(where.part)
    case 'spec':
      return specItems(tree, where.resource, where.below, known)
    case 'data source exports': {
      const fields = known.dataSourceTypes.get(textAt(tree, ['datasources', where.dataSource, 'type']) ?? '')?.fields
      return Object.entries(fields ?? {}).map(([label, { type, description }]) => ({
        label,
        kind: 'field',
        detail: type,
        help: description,
      }))
    }
  }
}

function partItems(part: Part): readonly Item[] {
  return Object.entries(fieldsOf(part)).map(([label, { about }]) => ({ label, kind: 'field', help: about }))
}

function specItems(tree: TreeNode, resource: string, below: readonly Step[], known: Known): readonly Item[] {
  const type = textAt(tree, ['resources', resource, 'type']) ?? ''
  const attributes = schemaBelow(known.resourceTypes.get(type)?.schema, below)?.attributes ?? {}
  return Object.entries(attributes)
    .filter(([, schema]) => schema.computed !== true)
    .map(([label, schema]) => ({
      label,
      kind: 'field',
      detail: propertyWords(schema),
      help: propertyHelp(label, schema),
    }))
}

/** A value where a map is wanted is the beginning of its first key. */
function values(cursor: Cursor, known: Known, lastRead: Blueprint | undefined): readonly Item[] {
  const { path, tree } = cursor
  if (path.length !== 1) {
    const below = keys(cursor, path, known)
    if (below.length > 0) return below
  }
  const field = path.findLast((step) => typeof step === 'string')
  const owner = path.slice(0, path.indexOf(field ?? ''))
  const where = whereIs(owner)
  if (where?.kind === 'spec')
    return specValues(tree, where.resource, [...where.below, ...path.slice(owner.length)], known)
  if (where?.kind !== 'part' || typeof field !== 'string') return []
  const { part } = where
  if (field === 'type' && part === 'resource') return typeItems(known.resourceTypes)
  if (field === 'type' && part === 'dataSource') return typeItems(known.dataSourceTypes)
  if (field === 'dependsOn') return named(lastRead?.resources.keys(), 'resource')
  if (part === 'filter') return filterItems(tree, field, owner, known)
  if (field === 'aliasFor') return keys(cursor, owner.slice(0, -1), known)
  if (field === 'field' && part === 'export') {
    return completeExpression({ path: [], start: cursor.start, end: cursor.end }, known, lastRead).items
  }
  return (fieldsOf(part)[field]?.words ?? []).map((label) => ({ label, kind: 'word' }))
}

function specValues(tree: TreeNode, resource: string, below: readonly Step[], known: Known): readonly Item[] {
  const type = textAt(tree, ['resources', resource, 'type']) ?? ''
  const schema = schemaBelow(known.resourceTypes.get(type)?.schema, below)
  const words = schema?.type === 'boolean' ? [true, false] : (schema?.allowedValues ?? [])
  return words.map((word) => ({ label: wordOf(word), kind: 'word' }))
}

function filterItems(tree: TreeNode, field: string, owner: readonly Step[], known: Known): readonly Item[] {
  const type = textAt(tree, [...owner.slice(0, 2), 'type']) ?? ''
  const fields = known.dataSourceTypes.get(type)?.filterFields ?? {}
  if (field === 'field') return named(Object.keys(fields), 'filter field')
  if (field !== 'operator') return []
  const filter = nodeAt(tree, owner)
  const supported = filter && fields[textAt(filter, ['field']) ?? '']?.supportedOperators
  const words = supported === undefined || supported.length === 0 ? filterOperators : supported
  return words.map((label) => ({ label, kind: 'word' }))
}
