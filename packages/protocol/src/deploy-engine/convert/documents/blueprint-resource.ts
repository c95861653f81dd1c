import { documentAt, type DocumentMap, type DocumentNode } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import type { LinkSelector, Resource, ResourceCondition, ResourceMetadata } from '../../gen/schema.ts'
import { entryAt, fieldsToWire, nodeFromWire, nodeToWire, placed, placesToWire } from './document-node.ts'
import { mapOf, plainTextOf, plainTextsOf, scalarNode } from './document-parts.ts'
import { placeFromWire, placeToWire } from '../place.ts'
import { textFromWire, textToWire } from './substitution.ts'

/** Converts a resource to the form it has in a blueprint. */
export function resourceOfDocument(node: DocumentNode): Init<Resource> {
  const condition = documentAt(node, 'condition')
  const removalPolicy = plainTextOf(documentAt(node, 'removalPolicy'))
  return {
    type: plainTextOf(documentAt(node, 'type')),
    description: textToWire(documentAt(node, 'description')),
    metadata: metadataToWire(documentAt(node, 'metadata')),
    dependsOn: plainTextsOf(documentAt(node, 'dependsOn')),
    condition: condition && conditionToWire(condition),
    each: textToWire(documentAt(node, 'each')),
    linkSelector: selectorToWire(documentAt(node, 'linkSelector')),
    spec: nodeToWire(documentAt(node, 'spec') ?? { kind: 'map', entries: [] }),
    ...(removalPolicy === '' ? {} : { removalPolicy }),
    sourceMeta: placeToWire(node.place),
    fieldsSourceMeta: node.kind === 'map' ? placesToWire(node) : undefined,
  }
}

function metadataToWire(node: DocumentNode | undefined): Init<ResourceMetadata> | undefined {
  if (node?.kind !== 'map') return undefined
  const custom = documentAt(node, 'custom')
  return {
    displayName: textToWire(documentAt(node, 'displayName')),
    annotations: fieldsToWire(documentAt(node, 'annotations'), (value) => textToWire(value) ?? {}),
    labels: fieldsToWire(documentAt(node, 'labels'), plainTextOf),
    custom: custom && nodeToWire(custom),
  }
}

function conditionToWire(node: DocumentNode): Init<ResourceCondition> {
  const [entry] = node.kind === 'map' ? node.entries : []
  if (entry === undefined) return { stringValue: textToWire(node) }
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value]
  if (entry.key === 'not') return { not: conditionToWire(entry.value) }
  return entry.key === 'and' ? { and: items.map(conditionToWire) } : { or: items.map(conditionToWire) }
}

function selectorToWire(node: DocumentNode | undefined): Init<LinkSelector> | undefined {
  if (node?.kind !== 'map') return undefined
  return {
    byLabel: fieldsToWire(documentAt(node, 'byLabel'), plainTextOf),
    exclude: plainTextsOf(documentAt(node, 'exclude')),
  }
}

/** Reads a resource that a plugin sent. */
export function resourceDocument(wire: Resource): DocumentMap {
  const { dependsOn, condition, removalPolicy, fieldsSourceMeta } = wire
  const { entries } = mapOf([
    ['type', scalarNode(wire.type)],
    ['description', textFromWire(wire.description)],
    ['metadata', metadataDocument(wire.metadata)],
    ['dependsOn', textsOf(dependsOn)],
    ['condition', condition && conditionDocument(condition)],
    ['each', textFromWire(wire.each)],
    ['linkSelector', selectorDocument(wire.linkSelector)],
    ['spec', nodeFromWire(wire.spec)],
    ['removalPolicy', removalPolicy === undefined ? undefined : scalarNode(removalPolicy)],
  ])
  const keyed = entries.map(({ key, value }) => entryAt(key, value, placeFromWire(fieldsSourceMeta[key])))
  return { kind: 'map', entries: keyed, ...placed(wire.sourceMeta) }
}

function metadataDocument(wire: ResourceMetadata | undefined): DocumentMap | undefined {
  if (wire === undefined) return undefined
  return mapOf([
    ['displayName', textFromWire(wire.displayName)],
    ['labels', mapping(wire.labels, scalarNode)],
    ['annotations', mapping(wire.annotations, (text) => textFromWire(text) ?? scalarNode(''))],
    ['custom', wire.custom && nodeFromWire(wire.custom)],
  ])
}

function conditionDocument(wire: ResourceCondition): DocumentNode {
  const all = (conditions: readonly ResourceCondition[]): DocumentNode => ({
    kind: 'list',
    items: conditions.map(conditionDocument),
  })
  if (wire.not !== undefined) return mapOf([['not', conditionDocument(wire.not)]])
  if (wire.and.length > 0) return mapOf([['and', all(wire.and)]])
  if (wire.or.length > 0) return mapOf([['or', all(wire.or)]])
  return asBoolean(textFromWire(wire.stringValue))
}

/** Reads a boolean. The wire has only text for a condition; another SDK writes a plain `true` there. */
function asBoolean(node: DocumentNode | undefined): DocumentNode {
  if (node?.kind === 'scalar' && (node.value === 'true' || node.value === 'false'))
    return scalarNode(node.value === 'true')
  return node ?? scalarNode(true)
}

function selectorDocument(wire: LinkSelector | undefined): DocumentMap | undefined {
  if (wire === undefined) return undefined
  return mapOf([
    ['byLabel', mapping(wire.byLabel, scalarNode)],
    ['exclude', textsOf(wire.exclude)],
  ])
}

/** Converts a map; `undefined` when the map is empty. */
export function mapping<T>(
  wire: Readonly<Record<string, T>>,
  read: (value: T) => DocumentNode,
): DocumentMap | undefined {
  const members = Object.entries(wire).map(([key, value]) => [key, read(value)] as const)
  return members.length === 0 ? undefined : mapOf(members)
}

function textsOf(texts: readonly string[]): DocumentNode | undefined {
  return texts.length === 0 ? undefined : { kind: 'list', items: texts.map(scalarNode) }
}
