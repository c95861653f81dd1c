import type { DocumentMap, DocumentNode, Place } from '@slipway/model'

import { entryAt } from './document-node.ts'

/** Makes a map from the members that have a value. */
export function mapOf(
  members: readonly (readonly [key: string, value: DocumentNode | undefined, place?: Place | undefined])[],
): DocumentMap {
  const entries = members.flatMap(([key, value, place]) => (value === undefined ? [] : [entryAt(key, value, place)]))
  return { kind: 'map', entries }
}

/** Returns the declarations under a key of the blueprint, by name; `undefined` when there are none. */
export function section<T>(
  wire: Readonly<Record<string, T>>,
  read: (declared: T) => DocumentNode,
): DocumentMap | undefined {
  const entries = Object.entries(wire).map(([key, declared]) => {
    const value = read(declared)
    return entryAt(key, value, value.place)
  })
  return entries.length === 0 ? undefined : { kind: 'map', entries }
}

export function scalarNode(value: string | boolean): DocumentNode {
  return { kind: 'scalar', value }
}

/** Returns the text of a scalar; empty for null and for any other node. */
export function plainTextOf(node: DocumentNode | undefined): string {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : ''
}

/** Returns the texts of one node or of a list. */
export function plainTextsOf(node: DocumentNode | undefined): string[] {
  const items = node === undefined ? [] : node.kind === 'list' ? node.items : [node]
  return items.map(plainTextOf).filter((text) => text !== '')
}
