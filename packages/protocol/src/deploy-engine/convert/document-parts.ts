import type { DocumentMap, DocumentNode, Place } from '@slipway/model'

import { entryAt } from './document-node.ts'

/** A map of what is there: entries without a value are left out. */
export function mapOf(
  members: readonly (readonly [key: string, value: DocumentNode | undefined, place?: Place | undefined])[],
): DocumentMap {
  const entries = members.flatMap(([key, value, place]) => (value === undefined ? [] : [entryAt(key, value, place)]))
  return { kind: 'map', entries }
}

/** What is declared under a key of the blueprint, by name; `undefined` when there is nothing. */
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

/** A text that is taken as it stands; empty for what is none. */
export function plainTextOf(node: DocumentNode | undefined): string {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : ''
}

/** One or a list. */
export function plainTextsOf(node: DocumentNode | undefined): string[] {
  const items = node === undefined ? [] : node.kind === 'list' ? node.items : [node]
  return items.map(plainTextOf).filter((text) => text !== '')
}
