import { valueMap, type Value } from '@slipway/model'
import type { MapNode, TreeNode } from './tree.ts'

/** The value of a tree, without places. Its depth is bounded by the limits of reading. */
export function treeToValue(node: TreeNode): Value {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(treeToValue)
  return valueMap(node.entries.map((entry) => [entry.key, treeToValue(entry.value)] as const))
}

/** The value under a key; `undefined` if the map does not have it. */
export function entryOf(map: MapNode, key: string): TreeNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value
}
