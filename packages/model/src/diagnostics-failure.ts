import type { Diagnostic } from './diagnostic.ts'
import { Failure } from './failure.ts'

/** All the problems of a file, as a failure. It is thrown when the work cannot go on, and shown with the lines in question. */
export class DiagnosticsFailure extends Failure {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error') ?? diagnostics[0]
    super(first?.code ?? 'cli/unreadable-file', first?.message ?? 'the file cannot be used')
    this.diagnostics = diagnostics
  }
}

/** The diagnostics of any failure that has some. */
export function diagnosticsOf(error: unknown): readonly Diagnostic[] | undefined {
  if (!(error instanceof Failure) || !('diagnostics' in error)) return undefined
  return error.diagnostics as readonly Diagnostic[]
}
