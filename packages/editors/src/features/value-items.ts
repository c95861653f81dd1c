import { filterOperators, type Blueprint } from '@slipway/engine'
import type { TreeNode } from '@slipway/source'
import { fieldsOf } from '../fields/fields.ts'
import { childIn, type Children } from './children.ts'
import type { Cursor } from './cursor.ts'
import { type Item, named, typeItems, wordItem } from './items.ts'
import { keyItems } from './key-items.ts'
import { schemaBelow, type Known } from './known.ts'
import { nodeAt, textAt, type Step } from './position.ts'
import { givenValues, variableValues } from './variable-items.ts'
import { whereIs } from './where.ts'

interface World {
  readonly known: Known
  readonly lastRead: Blueprint | undefined
  readonly children: Children
}

/** The possible values at the cursor. A value in the place of a map is the beginning of the map's first key. */
export function valueItems(cursor: Cursor, world: World): readonly Item[] {
  const { path, tree } = cursor
  const { known, lastRead, children } = world
  if (path.length !== 1) {
    const below = keyItems(cursor, path, world)
    if (below.length > 0) return below
  }
  const { owner, field } = ownerOf(path)
  const where = whereIs(owner)
  if (where?.kind === 'spec')
    return specValues(tree, where.resource, [...where.below, ...path.slice(owner.length)], known)
  if (where?.kind === 'child variables') {
    const declared = childIn(tree, where.child, children)?.blueprint.variables.get(field)
    return declared === undefined ? [] : givenValues(declared, known)
  }
  if (where?.kind !== 'part') return []
  const { part } = where
  if (field === 'transform' && part === 'blueprint') return known.transforms.map((name) => wordItem(name))
  if (field === 'type' && part === 'resource') return typeItems(known.resourceTypes)
  if (field === 'type' && part === 'dataSource') return typeItems(known.dataSourceTypes)
  if (field === 'type' && part === 'variable') return [...words(part, field), ...typeItems(known.variableTypes)]
  if (part === 'variable' && (field === 'default' || field === 'allowedValues'))
    return variableValues(tree, String(owner[1]), field, known)
  if (field === 'dependsOn') return named(lastRead?.resources.keys(), 'resource')
  if (part === 'filter') return filterItems(tree, field, owner, known)
  if (field === 'aliasFor') return keyItems(cursor, owner.slice(0, -1), world)
  return words(part, field)
}

/** True where no expression can stand. */
export function isLiteral(path: readonly Step[]): boolean {
  const { owner, field } = ownerOf(path)
  const where = whereIs(owner)
  return (
    where?.kind === 'part' &&
    (where.part === 'variable' || where.part === 'variableShape' || field === 'dependsOn' || field === 'removalPolicy')
  )
}

/** True for a place where a reference stands without `${` and `}`. */
export function isReference(path: readonly Step[]): boolean {
  const { owner, field } = ownerOf(path)
  const where = whereIs(owner)
  return where?.kind === 'part' && where.part === 'export' && field === 'field'
}

/** The last key of a path, and the map that has it. */
function ownerOf(path: readonly Step[]): { readonly owner: readonly Step[]; readonly field: string } {
  const at = path.findLastIndex((step) => typeof step === 'string')
  return { owner: path.slice(0, Math.max(at, 0)), field: String(path[at] ?? '') }
}

function words(part: Parameters<typeof fieldsOf>[0], field: string): readonly Item[] {
  const found = fieldsOf(part)[field]?.words ?? []
  return found.map((word) => wordItem(word === 'true' || word === 'false' ? word === 'true' : word))
}

function specValues(tree: TreeNode, resource: string, below: readonly Step[], known: Known): readonly Item[] {
  const type = textAt(tree, ['resources', resource, 'type']) ?? ''
  const schema = schemaBelow(known.resourceTypes.get(type)?.schema, below)
  const allowed = schema?.type === 'boolean' ? [true, false] : (schema?.allowedValues ?? [])
  return allowed.map((value) => wordItem(value))
}

function filterItems(tree: TreeNode, field: string, owner: readonly Step[], known: Known): readonly Item[] {
  const type = textAt(tree, [...owner.slice(0, 2), 'type']) ?? ''
  const fields = known.dataSourceTypes.get(type)?.filterFields ?? {}
  if (field === 'field') return named(Object.keys(fields), 'filter field')
  if (field !== 'operator') return []
  const filter = nodeAt(tree, owner)
  const supported = filter && fields[textAt(filter, ['field']) ?? '']?.supportedOperators
  const operators = supported === undefined || supported.length === 0 ? filterOperators : supported
  return operators.map((label) => ({ label, kind: 'word' }))
}
