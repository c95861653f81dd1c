import { type GivenVariable, treeOfGiven } from '@slipway/engine'
import { isList, isMap, mapEntries, type Value } from '@slipway/model'
import { jsonOf, type ScalarNode, treeToValue, type TreeNode } from '@slipway/source'
import { isElsewhere, isPointer } from '../settings/given-text.ts'

/** Resolves a pointer such as `env:TOKEN`. */
type Find = (pointer: string) => string

/**
 * Reads a list or a map for a variable, and resolves its pointers. Returns `undefined` for an unreadable text, which the check of the variable
 * reports.
 */
export function withPointersFound(text: string, find: Find): Omit<GivenVariable, 'from'> | undefined {
  const read = treeOfGiven(text)
  if (!('tree' in read)) return undefined
  const tree = found(read.tree, find)
  return { value: treeToValue(tree), text: jsonOf(tree) }
}

function found(node: TreeNode, find: Find): TreeNode {
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => found(item, find)) }
  if (node.kind === 'map')
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: found(entry.value, find) })) }
  return isPointer(node.value) ? literal(node, find(node.value)) : node
}

function literal(node: ScalarNode, text: string): ScalarNode {
  return { ...node, value: text, text, style: 'quoted' }
}

/** Like `withPointersFound`, for a value. */
export function valueWithPointersFound(value: Value, find: Find): Value {
  if (isList(value)) return value.map((item) => valueWithPointersFound(item, find))
  if (isMap(value)) return mapEntries(value, (item) => valueWithPointersFound(item, find))
  return isPointer(value) ? find(value) : value
}

/** Finds all pointers in a value, also in lists and maps, and in a text, which is YAML for a list or map variable. */
export function pointersInGiven({ value, text }: Pick<GivenVariable, 'value' | 'text'>): readonly string[] {
  const pointers: string[] = []
  const note = (pointer: string): string => {
    if (isElsewhere(pointer)) pointers.push(pointer)
    return pointer
  }
  valueWithPointersFound(value, note)
  const inside = text ?? (typeof value === 'string' && !isPointer(value) ? value : undefined)
  if (inside !== undefined) withPointersFound(inside, note)
  return [...new Set(pointers)]
}
