import type { DocumentEntry, DocumentMap, DocumentNode } from '@slipway/model'
import type { MapEntry, MapNode, ScalarNode, TreeNode } from '@slipway/source'
import type { Origin } from '../language/expression.ts'
import { withExpression } from '../language/parse/ready-expression.ts'
import { expressionOfParts } from './expression-of-substitution.ts'
import type { Written } from './written-places.ts'

/** The surroundings of a node. They give a place to a node that has no place of its own. */
interface Around {
  readonly origin: Origin
  /** The user's resource from which the node was made. */
  readonly resource?: string
  /** The key whose value the node is. */
  readonly key: string
}

/**
 * The tree of a blueprint that a transformer gave. Every node has a place in the user's text: its own place if the transformer kept it; otherwise
 * the place of the same words below the resource from which it was made; otherwise the place of this resource.
 *
 * @param sources the source of each resource, by name
 * @param origin the place of nodes without any place: the transform
 */
export function treeOfDocument(
  document: DocumentMap,
  written: Written,
  sources: ReadonlyMap<string, string>,
  origin: Origin,
): MapNode {
  return new TreeWriter(written, sources).root(document, origin)
}

class TreeWriter {
  readonly #written: Written
  readonly #sources: ReadonlyMap<string, string>

  constructor(written: Written, sources: ReadonlyMap<string, string>) {
    this.#written = written
    this.#sources = sources
  }

  root({ entries }: DocumentMap, origin: Origin): MapNode {
    const kept = entries
      .filter(({ key }) => key !== 'transform')
      .map((entry) =>
        entry.key === 'resources' && entry.value.kind === 'map'
          ? this.#entry(entry, { origin, key: '' }, this.#resources(entry.value, origin))
          : this.#entry(entry, { origin, key: '' }),
      )
    return { kind: 'map', entries: kept, ...origin }
  }

  #resources(map: DocumentMap, origin: Origin): MapNode {
    const entries = map.entries.map((entry): MapEntry => {
      const resource = this.#sources.get(entry.key)
      const from = resource === undefined ? undefined : this.#written.resources.get(resource)
      return this.#entry(entry, { origin: from?.origin ?? origin, key: entry.key, ...(resource && { resource }) })
    })
    return { kind: 'map', entries: inOrder(entries), ...origin }
  }

  #entry({ key, value, place }: DocumentEntry, around: Around, made?: TreeNode): MapEntry {
    const own = this.#written.originAt(place)
    const { start, end } = own ?? this.#written.originAt(value.place) ?? around.origin
    const below = made ?? this.#node(value, { ...around, origin: { start, end }, key })
    return { key, keyStart: start, keyEnd: end, value: below }
  }

  #node(node: DocumentNode, around: Around): TreeNode {
    const own = this.#written.originAt(node.place)
    const origin = own ?? around.origin
    const inner = { ...around, origin }
    switch (node.kind) {
      case 'map':
        return { kind: 'map', entries: inOrder(node.entries.map((entry) => this.#entry(entry, inner))), ...origin }
      case 'list':
        return { kind: 'list', items: node.items.map((item) => this.#node(item, inner)), ...origin }
      case 'text':
        return withExpression(madeNode('${…}', origin), expressionOfParts(node.parts, origin))
      case 'scalar':
        return this.#scalar(node.value, own, around)
    }
  }

  #scalar(value: ScalarNode['value'], own: Origin | undefined, { origin, resource, key }: Around): ScalarNode {
    if (own !== undefined) return this.#written.scalarAt(own, value) ?? literalNode(value, own)
    const same = resource === undefined ? undefined : this.#written.scalarBelow(resource, key, value)
    return literalNode(value, same ?? origin)
  }
}

/** A node with a literal text, even if the text contains `${`. */
function literalNode(value: ScalarNode['value'], { start, end }: Origin): ScalarNode {
  const node = madeNode(value, { start, end })
  const holdsSign = typeof value === 'string' && value.includes('${')
  return holdsSign ? withExpression(node, { kind: 'literal', value, origin: { start, end } }) : node
}

function madeNode(value: ScalarNode['value'], { start, end }: Origin): ScalarNode {
  const text = value === null ? '' : String(value)
  const style = typeof value === 'string' ? 'quoted' : 'plain'
  return { kind: 'scalar', value, text, style, start, end, stretches: [0, start, end] }
}

/** Orders the entries of a map, whose order is lost on the wire: by place in the text, then by name. */
function inOrder(entries: readonly MapEntry[]): readonly MapEntry[] {
  return entries.toSorted((a, b) => a.keyStart - b.keyStart || (a.key < b.key ? -1 : 1))
}
