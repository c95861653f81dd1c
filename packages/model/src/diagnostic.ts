/** A place in a text. Lines and columns count from 1, columns in UTF-16 code units; the offset counts from 0. */
export interface Position {
  readonly line: number
  readonly column: number
  readonly offset: number
}

export interface Range {
  readonly start: Position
  readonly end: Position
}

export type Severity = 'error' | 'warning' | 'info'

/** A message to the author of a file: the problem, its place, and the next step. */
export interface Diagnostic {
  /** Stable, documented in docs/reference/errors.md: `blueprint/unknown-variable`. */
  readonly code: string
  readonly severity: Severity
  /** One sentence without position and without hint. */
  readonly message: string
  readonly file?: string
  readonly range?: Range
  /** The next step: `did you mean "region"?` */
  readonly hint?: string
  /** The path in the data: `resources.web.spec.port`. */
  readonly path?: string
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error')
}
