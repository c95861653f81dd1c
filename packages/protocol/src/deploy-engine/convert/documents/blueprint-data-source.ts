import { documentAt, type DocumentMap, type DocumentNode } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import type { DataSource, DataSourceFieldExport, DataSourceFilter, DataSourceMetadata } from '../../gen/schema.ts'
import { mapping } from './blueprint-resource.ts'
import { fieldsToWire, nodeFromWire, nodeToWire, scalarNodeFromWire, scalarNodeToWire } from './document-node.ts'
import { mapOf, plainTextOf, scalarNode } from './document-parts.ts'
import { textFromWire, textToWire } from './substitution.ts'

/** Converts a data source to the form it has in a blueprint. */
export function dataSourceOfDocument(node: DocumentNode): Init<DataSource> {
  const exported = documentAt(node, 'exports')
  return {
    type: plainTextOf(documentAt(node, 'type')),
    metadata: metadataToWire(documentAt(node, 'metadata')),
    filter: oneOrMany(documentAt(node, 'filter')).map(filterToWire),
    exportAllFields: plainTextOf(exported) === '*',
    exports: fieldsToWire(exported, exportToWire),
    description: textToWire(documentAt(node, 'description')),
  }
}

function oneOrMany(node: DocumentNode | undefined): readonly DocumentNode[] {
  if (node === undefined) return []
  return node.kind === 'list' ? node.items : [node]
}

/** Converts metadata. Go SDKs read the metadata without checking that it is present, so an empty message stands for absent metadata. */
function metadataToWire(node: DocumentNode | undefined): Init<DataSourceMetadata> {
  if (node?.kind !== 'map') return {}
  const custom = documentAt(node, 'custom')
  return {
    displayName: textToWire(documentAt(node, 'displayName')),
    annotations: fieldsToWire(documentAt(node, 'annotations'), (value) => textToWire(value) ?? {}),
    custom: custom && nodeToWire(custom),
  }
}

function filterToWire(node: DocumentNode): Init<DataSourceFilter> {
  return {
    field: scalarNodeToWire(documentAt(node, 'field')),
    operator: plainTextOf(documentAt(node, 'operator')),
    search: { values: oneOrMany(documentAt(node, 'search')).flatMap((item) => textToWire(item) ?? []) },
  }
}

function exportToWire(node: DocumentNode): Init<DataSourceFieldExport> {
  return {
    type: plainTextOf(documentAt(node, 'type')),
    aliasFor: scalarNodeToWire(documentAt(node, 'aliasFor')),
    description: textToWire(documentAt(node, 'description')),
  }
}

/** Reads a data source that a plugin sent. */
export function dataSourceDocument(wire: DataSource): DocumentMap {
  const filters = wire.filter.map(filterDocument)
  return mapOf([
    ['type', scalarNode(wire.type)],
    ['metadata', metadataDocument(wire.metadata)],
    ['filter', { kind: 'list', items: filters }],
    ['exports', wire.exportAllFields ? scalarNode('*') : mapping(wire.exports, exportDocument)],
    ['description', textFromWire(wire.description)],
  ])
}

function metadataDocument(wire: DataSourceMetadata | undefined): DocumentMap | undefined {
  if (wire === undefined) return undefined
  const metadata = mapOf([
    ['displayName', textFromWire(wire.displayName)],
    ['annotations', mapping(wire.annotations, (text) => textFromWire(text) ?? scalarNode(''))],
    ['custom', wire.custom && nodeFromWire(wire.custom)],
  ])
  return metadata.entries.length === 0 ? undefined : metadata
}

function filterDocument({ field, operator, search }: DataSourceFilter): DocumentMap {
  const items = (search?.values ?? []).map((text) => {
    return textFromWire(text) ?? scalarNode('')
  })
  return mapOf([
    ['field', field && scalarNodeFromWire(field)],
    ['operator', scalarNode(operator)],
    ['search', { kind: 'list', items }],
  ])
}

function exportDocument({ type, aliasFor, description }: DataSourceFieldExport): DocumentMap {
  return mapOf([
    ['type', scalarNode(type)],
    ['aliasFor', aliasFor && scalarNodeFromWire(aliasFor)],
    ['description', textFromWire(description)],
  ])
}
