import { documentAt, type DocumentMap, type DocumentNode } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import type { Blueprint, Export, Include, Value, Variable } from '../../gen/schema.ts'
import { dataSourceDocument, dataSourceOfDocument } from './blueprint-data-source.ts'
import { resourceDocument, resourceOfDocument } from './blueprint-resource.ts'
import { fieldsToWire, nodeFromWire, nodeToWire, scalarNodeFromWire, scalarNodeToWire } from './document-node.ts'
import { mapOf, plainTextOf, plainTextsOf, scalarNode, section } from './document-parts.ts'
import { textFromWire, textToWire } from './substitution.ts'

/** Converts a blueprint for a transformer. Parts that the language does not know are left out: they have been reported. */
export function blueprintToWire(document: DocumentMap): Init<Blueprint> {
  const at = (key: string): DocumentNode | undefined => documentAt(document, key)
  const metadata = at('metadata')
  return {
    version: scalarNodeToWire(at('version')),
    transform: plainTextsOf(at('transform')),
    variables: fieldsToWire(at('variables'), variableToWire),
    values: fieldsToWire(at('values'), valueToWire),
    include: fieldsToWire(at('include'), includeToWire),
    resources: fieldsToWire(at('resources'), resourceOfDocument),
    dataSources: fieldsToWire(at('datasources'), dataSourceOfDocument),
    exports: fieldsToWire(at('exports'), exportToWire),
    metadata: metadata && nodeToWire(metadata),
  }
}

function variableToWire(node: DocumentNode): Init<Variable> {
  const allowed = documentAt(node, 'allowedValues')
  return {
    type: plainTextOf(documentAt(node, 'type')),
    description: scalarNodeToWire(documentAt(node, 'description')),
    secret: scalarNodeToWire(documentAt(node, 'secret')),
    default: scalarNodeToWire(documentAt(node, 'default')),
    allowedValues: allowed?.kind === 'list' ? allowed.items.flatMap((item) => scalarNodeToWire(item) ?? []) : [],
  }
}

function valueToWire(node: DocumentNode): Init<Value> {
  const value = documentAt(node, 'value')
  return {
    type: plainTextOf(documentAt(node, 'type')),
    value: value && nodeToWire(value),
    description: textToWire(documentAt(node, 'description')),
    secret: scalarNodeToWire(documentAt(node, 'secret')),
  }
}

/** Converts an include. The Go SDK requires its variables and metadata. */
function includeToWire(node: DocumentNode): Init<Include> {
  return {
    path: textToWire(documentAt(node, 'path')),
    variables: nodeToWire(documentAt(node, 'variables') ?? nothing),
    metadata: nodeToWire(documentAt(node, 'metadata') ?? nothing),
    description: textToWire(documentAt(node, 'description')),
  }
}

const nothing: DocumentNode = { kind: 'map', entries: [] }

function exportToWire(node: DocumentNode): Init<Export> {
  return {
    type: plainTextOf(documentAt(node, 'type')),
    field: scalarNodeToWire(documentAt(node, 'field')),
    description: textToWire(documentAt(node, 'description')),
  }
}

/** Reads the blueprint that a plugin sent. Fails with a WireError when it is larger or deeper than any blueprint may be. */
export function blueprintFromWire(wire: Blueprint): DocumentMap {
  return mapOf([
    ['version', wire.version && scalarNodeFromWire(wire.version)],
    ['transform', wire.transform.length === 0 ? undefined : { kind: 'list', items: wire.transform.map(scalarNode) }],
    ['variables', section(wire.variables, variableDocument)],
    ['values', section(wire.values, valueDocument)],
    ['include', section(wire.include, includeDocument)],
    ['datasources', section(wire.dataSources, dataSourceDocument)],
    ['resources', section(wire.resources, resourceDocument)],
    ['exports', section(wire.exports, exportDocument)],
    ['metadata', wire.metadata && nodeFromWire(wire.metadata)],
  ])
}

function variableDocument(wire: Variable): DocumentMap {
  const { description, secret, default: fallback, allowedValues } = wire
  return mapOf([
    ['type', scalarNode(wire.type)],
    ['description', description && scalarNodeFromWire(description)],
    ['secret', secret && scalarNodeFromWire(secret)],
    ['default', fallback && scalarNodeFromWire(fallback)],
    ['allowedValues', listOf(allowedValues.map((value) => scalarNodeFromWire(value)))],
  ])
}

function valueDocument({ type, value, description, secret }: Value): DocumentMap {
  return mapOf([
    ['type', scalarNode(type)],
    ['value', nodeFromWire(value)],
    ['description', textFromWire(description)],
    ['secret', secret && scalarNodeFromWire(secret)],
  ])
}

function includeDocument({ path, variables, metadata, description }: Include): DocumentMap {
  return mapOf([
    ['path', textFromWire(path)],
    ['variables', given(nodeFromWire(variables))],
    ['metadata', given(nodeFromWire(metadata))],
    ['description', textFromWire(description)],
  ])
}

/** On the wire, an empty map stands for an absent section. */
function given(node: DocumentNode): DocumentNode | undefined {
  return node.kind === 'map' && node.entries.length === 0 ? undefined : node
}

function exportDocument({ type, field, description }: Export): DocumentMap {
  return mapOf([
    ['type', scalarNode(type)],
    ['field', field && scalarNodeFromWire(field)],
    ['description', textFromWire(description)],
  ])
}

function listOf(items: readonly DocumentNode[]): DocumentNode | undefined {
  return items.length === 0 ? undefined : { kind: 'list', items }
}
