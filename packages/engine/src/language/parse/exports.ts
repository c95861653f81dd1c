import type { DiagnosticList, MapEntry } from '@slipway/source'
import type { ExportDeclaration } from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { referenceOf } from './expression-of.ts'
import { optional } from './optional.ts'
import { Section, wrongShape } from './section.ts'
import { readType, valueTypes } from './variables.ts'

export function readExport(entry: MapEntry, diagnostics: DiagnosticList): ExportDeclaration | undefined {
  const path = `exports.${entry.key}`
  const section = Section.of(entry.value, path, ['type', 'field', 'description'], diagnostics)
  if (section === undefined) return undefined
  const type = readType(section, valueTypes)
  const field = section.need('field')
  if (field === undefined) return undefined
  if (field.kind !== 'scalar') {
    wrongShape(field, `${path}.field`, 'a reference such as resources.web.spec.url', diagnostics)
    return undefined
  }
  if (section.literalText(field, `${path}.field`) === undefined) return undefined
  const expression = referenceOf(field, diagnostics)
  if (type === undefined || expression === undefined) return undefined
  return {
    name: entry.key,
    origin: { start: entry.keyStart, end: entry.keyEnd },
    type,
    expression,
    ...optional('description', plainText(section.expression('description'))),
  }
}

/** The text of a description. A description with `${…}` is allowed, but unknown before the deployment. */
function plainText(expression: Expression | undefined): string | undefined {
  return expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined
}
