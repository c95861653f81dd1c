import type { DataSourceDeclaration, ResourceDeclaration } from '../declarations.ts'
import { optional } from './optional.ts'
import { isEmpty, Section, wrongShape } from './section.ts'

type DataSourceMetadata = Pick<DataSourceDeclaration, 'displayName' | 'annotations' | 'custom'>

export function readResourceMetadata(section: Section): DataSourceMetadata & Pick<ResourceDeclaration, 'labels'> {
  const metadata = metadataOf(section, ['displayName', 'labels', 'annotations', 'custom'])
  return metadata === undefined
    ? { labels: {} }
    : { labels: readLabels(metadata, 'labels'), ...readExpressions(metadata) }
}

export function readDataSourceMetadata(section: Section): DataSourceMetadata {
  const metadata = metadataOf(section, ['displayName', 'annotations', 'custom'])
  return metadata === undefined ? {} : readExpressions(metadata)
}

function metadataOf(section: Section, known: readonly string[]): Section | undefined {
  const node = section.get('metadata')?.value
  if (node === undefined || isEmpty(node)) return undefined
  return Section.of(node, `${section.path}.metadata`, known, section.diagnostics)
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
