import { type Diagnostic, hasErrors } from '@slipway/model'
import { DiagnosticList, type DiagnosticWords, type SourceText } from '@slipway/source'
import type { NotConverted } from './conversion.ts'

/** A range of text. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** The possible faults of a program. */
export type ProgramError = 'convert/not-read' | 'convert/unknown-name' | 'convert/circular'

/** Collects the faults of a file of a program, and its parts without a counterpart. */
export class Report {
  readonly source: SourceText
  readonly #diagnostics: DiagnosticList
  readonly #found: Diagnostic[] = []
  readonly #lost: NotConverted[] = []
  readonly #read = new Set<string>()

  constructor(source: SourceText) {
    this.source = source
    this.#diagnostics = new DiagnosticList(source)
  }

  error(code: ProgramError, { start, end }: Stretch, message: string, words: DiagnosticWords = {}): void {
    this.#diagnostics.error(code, start, end, message, words)
  }

  /** Reports a choice that the program leaves open. */
  assumed({ start, end }: Stretch, message: string, hint: string): void {
    this.#diagnostics.warning('convert/assumed', start, end, message, { hint })
  }

  /** Reports a part that has no counterpart. */
  lost({ start }: Pick<Stretch, 'start'>, what: string, why: string): void {
    const { line, column } = this.source.position(start)
    const file = this.source.fileAt(start)
    const isThere = this.#lost.some((each) => each.line === line && each.column === column && each.what === what)
    if (!isThere) this.#lost.push({ file, line, column, what, why })
  }

  /** Notes a path that the result will read. */
  reads(path: string): void {
    this.#read.add(path)
  }

  /** Adds the diagnostics from reading the text. */
  take(diagnostics: readonly Diagnostic[]): void {
    this.#found.push(...diagnostics)
  }

  get hasErrors(): boolean {
    return hasErrors(this.diagnostics)
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found, ...this.#diagnostics.sorted()]
  }

  /** The parts without a counterpart, in the order of the text. */
  get notConverted(): readonly NotConverted[] {
    return this.#lost.toSorted((a, b) => a.line - b.line || a.column - b.column)
  }

  get read(): readonly string[] {
    return [...this.#read]
  }
}
