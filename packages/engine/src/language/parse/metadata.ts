import { entryOf } from '@slipway/source'
import type { DataSourceDeclaration, ResourceDeclaration } from '../declarations.ts'
import { optional } from './optional.ts'
import { isEmpty, Section, wrongShape } from './section.ts'

type DataSourceMetadata = Pick<DataSourceDeclaration, 'displayName' | 'annotations' | 'custom'>

type ResourceMetadata = DataSourceMetadata & Pick<ResourceDeclaration, 'labels' | 'eachKey' | 'description'>

export function readResourceMetadata(section: Section): ResourceMetadata {
  const metadata = metadataOf(section, ['displayName', 'labels', 'annotations', 'custom', 'description'])
  if (metadata === undefined) return { labels: {} }
  return {
    labels: readLabels(metadata, 'labels'),
    ...readExpressions(metadata),
    ...optional('eachKey', readOptions(metadata)?.expression('eachKey')),
    ...optional('description', metadata.expression('description')),
  }
}

export function readDataSourceMetadata(section: Section): DataSourceMetadata {
  const metadata = metadataOf(section, ['displayName', 'annotations', 'custom', 'description'])
  return metadata === undefined ? {} : readExpressions(metadata)
}

/** What nobody reads does no harm: other tools put things there. */
function metadataOf(section: Section, known: readonly string[]): Section | undefined {
  const node = section.get('metadata')?.value
  if (node === undefined || isEmpty(node)) return undefined
  return Section.of(node, `${section.path}.metadata`, known, section.diagnostics, 'warning')
}

/** Our own options, which are no part of the public language: `metadata.custom.slipway`. They survive other tools there. */
function readOptions(metadata: Section): Section | undefined {
  const custom = metadata.get('custom')?.value
  const node = custom?.kind === 'map' ? entryOf(custom, 'slipway') : undefined
  if (node === undefined || isEmpty(node)) return undefined
  return Section.of(node, `${metadata.path}.custom.slipway`, ['eachKey'], metadata.diagnostics, 'warning')
}

function readExpressions(metadata: Section): DataSourceMetadata {
  return {
    ...optional('displayName', metadata.expression('displayName')),
    ...optional('annotations', metadata.expression('annotations')),
    ...optional('custom', metadata.expression('custom')),
  }
}

/** A map of texts as they stand. */
export function readLabels(section: Section, name: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = Object.create(null)
  const node = section.get(name)?.value
  if (node === undefined || isEmpty(node)) return labels
  const path = `${section.path}.${name}`
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      const written = section.literalText(value, `${path}.${key}`)
      if (written !== undefined) labels[key] = written.value
    }
  } else wrongShape(node, path, 'a map', section.diagnostics)
  return labels
}
