import type { Diagnostic, Severity } from '@slipway/model'
import { limits } from './limits.ts'
import type { SourceText } from './tree.ts'

/** The longest message, hint or path. Names and values in them may have any length. */
const longest = 500

export interface DiagnosticWords {
  readonly hint?: string | undefined
  readonly path?: string | undefined
}

/** A diagnostic with its offset in the whole text. */
interface Placed {
  readonly start: number
  readonly diagnostic: Diagnostic
}

/** Collects the diagnostics of one text, each once. Beyond the limit, the rest is dropped, warnings first. */
export class DiagnosticList {
  readonly source: SourceText
  readonly #errors: Placed[] = []
  readonly #others: Placed[] = []
  readonly #seen = new Set<string>()

  constructor(source: SourceText) {
    this.source = source
  }

  /** True if another error would not be kept, so that its words need not be made. */
  get isFull(): boolean {
    return this.#errors.length >= limits.diagnostics
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0
  }

  /** Offsets into the text; `end` is exclusive. */
  error(code: string, start: number, end: number, message: string, words: DiagnosticWords = {}): void {
    this.#add(this.#errors, 'error', code, start, end, message, words)
  }

  warning(code: string, start: number, end: number, message: string, words: DiagnosticWords = {}): void {
    this.#add(this.#others, 'warning', code, start, end, message, words)
  }

  /** An error without a place in the text. */
  general(code: string, message: string, hint?: string): void {
    if (this.isFull) return
    const diagnostic: Diagnostic = { code, severity: 'error', message: cut(message), ...optional('hint', hint) }
    this.#errors.push({ start: 0, diagnostic })
  }

  /** The diagnostics in the order of the text; those without a place come first. */
  sorted(): readonly Diagnostic[] {
    const all = [...this.#errors, ...this.#others].slice(0, limits.diagnostics)
    return all.sort((a, b) => a.start - b.start).map(({ diagnostic }) => diagnostic)
  }

  /** Takes over the diagnostics of a text that is part of this one, from the offset `base`. */
  takeOver(part: DiagnosticList, base: number): void {
    for (const [from, to] of [[part.#errors, this.#errors] as const, [part.#others, this.#others] as const]) {
      for (const { start, diagnostic } of from.slice(0, Math.max(0, limits.diagnostics - to.length)))
        to.push({ start: base + start, diagnostic })
    }
  }

  #add(
    list: Placed[],
    severity: Severity,
    code: string,
    start: number,
    end: number,
    message: string,
    { hint, path }: DiagnosticWords,
  ): void {
    if (list.length >= limits.diagnostics) return
    const identity = `${start} ${code} ${message}`
    if (this.#seen.has(identity)) return
    this.#seen.add(identity)
    const diagnostic: Diagnostic = {
      code,
      severity,
      message: cut(message),
      file: this.source.fileAt(start),
      range: this.source.range(start, end),
      ...optional('hint', hint),
      ...optional('path', path),
    }
    list.push({ start, diagnostic })
  }
}

function cut(words: string): string {
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}

function optional<K extends string>(key: K, words: string | undefined): { [key in K]?: string } {
  return words === undefined ? {} : ({ [key]: cut(words) } as { [key in K]: string })
}
