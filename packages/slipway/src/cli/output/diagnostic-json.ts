import type { Diagnostic } from '@slipway/model'

/** A diagnostic as --json prints it, its place flat. */
export function diagnosticJson({ range, ...words }: Diagnostic): object {
  if (range === undefined) return words
  const { start, end } = range
  return { ...words, line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
}
