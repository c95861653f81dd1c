import type { TreeNode } from '@slipway/source'
import { fieldsOf, type Part } from '../fields/fields.ts'
import { childIn, type Children } from './children.ts'
import type { Item } from './items.ts'
import { schemaBelow, type Known } from './known.ts'
import { textAt, type Step } from './position.ts'
import { whereIs } from './where.ts'
import { propertyHelp, propertyWords, variableWords } from './words.ts'

/** The keys that the map at a path may have. */
export function keyItems(
  { tree }: { readonly tree: TreeNode },
  path: readonly Step[],
  { known, children }: { readonly known: Known; readonly children: Children },
): readonly Item[] {
  const where = whereIs(path)
  switch (where?.kind) {
    case undefined:
      return []
    case 'part':
      return partItems(where.part)
    case 'spec':
      return specItems(tree, where.resource, where.below, known)
    case 'child variables': {
      const declared = childIn(tree, where.child, children)?.blueprint.variables.values() ?? []
      return Array.from(declared, (one) => ({
        label: one.name,
        kind: 'field',
        detail: variableWords(one),
        help: one.description,
      }))
    }
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
