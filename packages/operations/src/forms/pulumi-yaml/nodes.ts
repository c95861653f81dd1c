import type { Expression } from '@slipway/engine'
import { insideText } from '@slipway/engine'
import type { MapEntry, MapNode, ListNode, ScalarNode, TreeNode } from '@slipway/source'
import type { Stretch } from './report.ts'

/** The place of a node that is in no text. No comment is there. */
export const nowhere: Stretch = { start: -1, end: -1 }

/** Returns the value under a key. Pulumi ignores upper and lower case in the keys of its own records. */
export function field(map: MapNode | undefined, key: string): MapEntry | undefined {
  return map?.entries.find((entry) => entry.key.toLowerCase() === key.toLowerCase())
}

export function mapNode(entries: readonly (MapEntry | undefined)[], { start, end }: Stretch = nowhere): MapNode {
  return { kind: 'map', entries: entries.filter((entry) => entry !== undefined), start, end }
}

export function listNode(items: readonly TreeNode[], { start, end }: Stretch = nowhere): ListNode {
  return { kind: 'list', items, start, end }
}

/** Makes an entry. @param from the entry whose comments the new entry takes over */
export function entryNode(key: string, value: TreeNode, from?: Pick<MapEntry, 'keyStart' | 'keyEnd'>): MapEntry {
  return { key, keyStart: from?.keyStart ?? nowhere.start, keyEnd: from?.keyEnd ?? nowhere.end, value }
}

export function scalarNode(
  value: ScalarNode['value'],
  { start, end }: Stretch = nowhere,
  text = String(value),
): ScalarNode {
  return { kind: 'scalar', value, text, style: typeof value === 'string' ? 'quoted' : 'plain', start, end }
}

/** Returns text with its special characters escaped, so that it is read literally. */
export function literalText(text: string): string {
  return text.replaceAll('${', '${"${"}')
}

/** Returns the node of a value that consists of one expression. */
export function expressionNode(expression: Expression, place: Stretch): ScalarNode {
  return scalarNode(`\${${insideText(expression)}}`, place)
}

export function textOf(node: TreeNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
}

/** Returns a name that is valid in a blueprint. The import of a state makes names in the same way. */
export function validName(name: string): string {
  const plain = name.replaceAll(/[^\w-]/g, '-').slice(0, 200)
  return plain.replace(/^-/, '_').replace(/^(?=\d)/, '_') || '_'
}

/** Gives each name only once. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  take(wanted: string): string {
    let name = wanted
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`
    this.#taken.add(name)
    return name
  }

  has(name: string): boolean {
    return this.#taken.has(name)
  }
}
