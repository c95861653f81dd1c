import type { Diagnostic } from '@slipway/model'
import { firstDiagnostics, jsonBounds, shortened } from '../bounds.ts'

/** The diagnostics in --json, and the number of those left out. */
export function diagnosticsJson(all: readonly Diagnostic[]): { diagnostics: readonly object[]; left?: number } {
  const { shown, left } = firstDiagnostics(all)
  return { diagnostics: shown.map(diagnosticJson), ...(left === 0 ? {} : { left }) }
}

/** A diagnostic with the fields of its place at the top level. */
function diagnosticJson({ range, code, severity, message, ...rest }: Diagnostic): object {
  const told = { code, severity, message: shortened(message, jsonBounds.words), ...rest }
  if (range === undefined) return told
  const { start, end } = range
  return { ...told, line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
}
