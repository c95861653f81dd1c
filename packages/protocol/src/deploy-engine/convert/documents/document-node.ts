import type { DocumentEntry, DocumentMap, DocumentNode, Place } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { MappingNode, ScalarValue, SourceMeta } from '../../gen/schema.ts'
import { placeFromWire, placeToWire } from '../place.ts'
import { scalarFromWire, scalarToWire } from '../values/scalar.ts'
import { substitutionOf, textFromWire, textToWire } from './substitution.ts'

/** Converts any value in a blueprint. An empty list or map travels as the call that makes it, because the wire has no such node. */
export function nodeToWire(node: DocumentNode): Init<MappingNode> {
  const sourceMeta = placeToWire(node.place)
  switch (node.kind) {
    case 'scalar':
      return { scalar: scalarNodeToWire(node), sourceMeta }
    case 'text':
      return { stringWithSubstitutions: textToWire(node), sourceMeta }
    case 'list':
      return node.items.length === 0 ? emptyToWire(node) : { items: node.items.map(nodeToWire), sourceMeta }
    case 'map':
      return node.entries.length === 0
        ? emptyToWire(node)
        : { fields: fieldsToWire(node, nodeToWire), fieldsSourceMeta: placesToWire(node), sourceMeta }
  }
}

function emptyToWire(node: DocumentNode): Init<MappingNode> {
  const parts = [substitutionOf(node)]
  return { stringWithSubstitutions: textToWire({ kind: 'text', parts }), sourceMeta: placeToWire(node.place) }
}

/** Returns `undefined` unless the node is a scalar. */
export function scalarNodeToWire(node: DocumentNode | undefined): Init<ScalarValue> | undefined {
  if (node?.kind !== 'scalar') return undefined
  const { value, place } = node
  return { ...(value === null ? { noneValue: true } : scalarToWire(value)), sourceMeta: placeToWire(place) }
}

/** Returns the members of a map by name; an empty result for any other node. */
export function fieldsToWire<T>(
  node: DocumentNode | undefined,
  convert: (value: DocumentNode) => T,
): Record<string, T> | undefined {
  if (node?.kind !== 'map') return undefined
  const fields: Record<string, T> = Object.create(null)
  for (const { key, value } of node.entries) fields[key] = convert(value)
  return fields
}

/** Returns the places of a map's keys. */
export function placesToWire({ entries }: DocumentMap): Record<string, Init<SourceMeta>> {
  const places: Record<string, Init<SourceMeta>> = Object.create(null)
  for (const { key, place } of entries) {
    const meta = placeToWire(place)
    if (meta !== undefined) places[key] = meta
  }
  return places
}

const maxDepth = 100

/** Reads a node that a plugin sent. The codec bounds the number of nodes; the depth has the same bound as in written blueprints. */
export function nodeFromWire(wire: MappingNode | undefined, depth = 0): DocumentNode {
  if (depth > maxDepth)
    throw new WireError('too-deep', `a value of the blueprint is nested deeper than ${maxDepth} levels`)
  const at = placed(wire?.sourceMeta)
  if (wire === undefined) return { kind: 'scalar', value: null }
  if (wire.scalar !== undefined) return { ...scalarNodeFromWire(wire.scalar), ...at }
  if (Object.keys(wire.fields).length > 0) {
    const entries = Object.entries(wire.fields).map(([key, value]) =>
      entryAt(key, nodeFromWire(value, depth + 1), placeFromWire(wire.fieldsSourceMeta[key])),
    )
    return { kind: 'map', entries, ...at }
  }
  if (wire.items.length > 0)
    return { kind: 'list', items: wire.items.map((item) => nodeFromWire(item, depth + 1)), ...at }
  const text = textFromWire(wire.stringWithSubstitutions) ?? { kind: 'scalar', value: null }
  return { ...emptyOf(text), ...at }
}

export function scalarNodeFromWire(wire: ScalarValue): DocumentNode {
  return { kind: 'scalar', value: scalarFromWire(wire), ...placed(wire.sourceMeta) }
}

/** Reads back what `emptyToWire` wrote. */
function emptyOf(node: DocumentNode): DocumentNode {
  const [only] = node.kind === 'text' ? node.parts : []
  if (node.kind !== 'text' || node.parts.length !== 1 || typeof only !== 'object' || only.kind !== 'call') return node
  if (only.args.length > 0) return node
  if (only.name === 'list') return { kind: 'list', items: [] }
  return only.name === 'object' ? { kind: 'map', entries: [] } : node
}

/** Makes a map entry, with the place of its key if it is known. */
export function entryAt(key: string, value: DocumentNode, place: Place | undefined): DocumentEntry {
  return place === undefined ? { key, value } : { key, value, place }
}

export function placed(meta: SourceMeta | undefined): { place?: Place } {
  const place = placeFromWire(meta)
  return place === undefined ? {} : { place }
}
