import type { Diagnostic } from '@slipway/model'
import { sourceText } from '@slipway/source'

/** The files of a task plugin on the disk. Names are for people, in diagnostics. */
export interface TaskPluginFiles {
  readonly directory: string
  readonly metadata: NamedText
  readonly tasks: NamedText
}

export interface NamedText {
  readonly file: string
  /** Absent if there is no such file. */
  readonly text: string | undefined
}

export function inTextOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) => (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0))
}

export function missingFile(file: string, holds: string): Diagnostic {
  const message = `there is no ${file}`
  const range = sourceText(file, '').range(0, 0)
  return {
    code: 'tasks/missing-file',
    severity: 'error',
    message,
    file,
    range,
    hint: `create the file; it holds ${holds}`,
  }
}
