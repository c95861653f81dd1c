import type { DiagnosticList, MapEntry } from '@slipway/source'
import type { IncludeDeclaration } from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { expressionOf } from './expression-of.ts'
import { optional } from './optional.ts'
import { Section, isEmpty, wrongShape } from './section.ts'

const keys = ['path', 'variables', 'metadata', 'description']

export function readInclude(entry: MapEntry, diagnostics: DiagnosticList): IncludeDeclaration | undefined {
  const section = Section.of(entry.value, `include.${entry.key}`, keys, diagnostics)
  const path = section?.need('path')
  if (section === undefined || path === undefined) return undefined
  return {
    name: entry.key,
    origin: { start: entry.keyStart, end: entry.keyEnd },
    path: expressionOf(path, diagnostics),
    variables: readVariables(section),
    ...optional('metadata', section.expression('metadata')),
    ...optional('description', section.expression('description')),
  }
}

function readVariables(section: Section): IncludeDeclaration['variables'] {
  const found = new Map<string, Expression>()
  const node = section.get('variables')?.value
  if (node === undefined || isEmpty(node)) return found
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) found.set(key, expressionOf(value, section.diagnostics))
  } else wrongShape(node, `${section.path}.variables`, 'a map', section.diagnostics)
  return found
}
