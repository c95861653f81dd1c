import type { DiagnosticList, MapEntry, TreeNode } from '@slipway/source'
import type { DataSourceDeclaration, DataSourceExportDeclaration, FilterDeclaration } from '../declarations.ts'
import { expressionOf } from './expression-of.ts'
import { readDataSourceMetadata } from './metadata.ts'
import { optional } from './optional.ts'
import { Section, isBroken, isEmpty, wrongShape } from './section.ts'
import { reportUnknownType } from './reported-type.ts'
import { valueTypes } from './variables.ts'

const keys = ['type', 'metadata', 'filter', 'exports', 'options', 'description']

export function readDataSource(entry: MapEntry, diagnostics: DiagnosticList): DataSourceDeclaration | undefined {
  const section = Section.of(entry.value, `datasources.${entry.key}`, keys, diagnostics)
  if (section === undefined) return undefined
  const type = section.needText('type')
  // The filters are read even without a type, so that mistakes in them are reported at once.
  const filters = readFilters(section)
  const exports = readExports(section)
  const metadata = readDataSourceMetadata(section)
  if (type === undefined) return undefined
  const origin = { start: entry.keyStart, end: entry.keyEnd }
  return { name: entry.key, origin, type, filters, exports, ...metadata }
}

function readFilters(section: Section): readonly FilterDeclaration[] {
  const node = section.need('filter')
  if (node === undefined) return []
  const items = node.kind === 'list' ? node.items : [node]
  return items.map((item) => readFilter(item, section)).filter((filter) => filter !== undefined)
}

function readFilter(node: TreeNode, parent: Section): FilterDeclaration | undefined {
  const section = Section.of(node, `${parent.path}.filter`, ['field', 'operator', 'search'], parent.diagnostics)
  const field = section?.needText('field')
  const operator = section?.needText('operator')
  const search = section?.need('search')
  if (field === undefined || operator === undefined || search === undefined) return undefined
  const items = search.kind === 'list' ? search.items : [search]
  return { field, operator, search: items.map((item) => expressionOf(item, parent.diagnostics)) }
}

function readExports(section: Section): DataSourceDeclaration['exports'] {
  const written = section.get('exports')?.value
  if (written !== undefined && isBroken(written)) return '*'
  const node = section.need('exports')
  const exported = new Map<string, DataSourceExportDeclaration>()
  if (node === undefined) return exported
  if (node.kind === 'scalar' && node.value === '*') return '*'
  if (node.kind !== 'map') {
    wrongShape(node, `${section.path}.exports`, 'a map, or "*" for all fields', section.diagnostics)
    return exported
  }
  for (const entry of node.entries) {
    const declaration = isEmpty(entry.value) ? undefined : readExport(entry, section)
    if (declaration !== undefined) exported.set(entry.key, declaration)
  }
  return exported
}

function readExport(entry: MapEntry, parent: Section): DataSourceExportDeclaration | undefined {
  const path = `${parent.path}.exports.${entry.key}`
  const section = Section.of(entry.value, path, ['type', 'aliasFor', 'description'], parent.diagnostics)
  const type = section?.needText('type')
  if (section === undefined || type === undefined) return undefined
  // The export stays declared, so that a reference to it is not a second mistake.
  if (!valueTypes.some((known) => known === type.value)) reportUnknownType(section, type, valueTypes)
  return {
    type,
    origin: { start: entry.keyStart, end: entry.keyEnd },
    ...optional('aliasFor', section.text('aliasFor')),
  }
}
