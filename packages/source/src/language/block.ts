import type { DiagnosticList } from '../diagnostics.ts'
import { MapDraft } from '../map-draft.ts'
import type { MapNode, ScalarNode, TreeNode } from '../tree.ts'
import type { Expression } from './expression.ts'
import { ExpressionParser, operatorHint } from './expression-parser.ts'
import { Lowering } from './lower.ts'
import { isDeclarationAt, skipEntry } from './recovery.ts'
import { LanguageProblem, type Scanner } from './scanner.ts'

/** Reads one entry of a block, or reports a problem in its place. */
export type ReadEntry = () => void

/** Reads blocks entry by entry; a broken entry is reported, and reading goes on with the next. */
export class BlockReader {
  readonly scanner: Scanner
  readonly diagnostics: DiagnosticList
  readonly expressions: ExpressionParser
  readonly lowering: Lowering
  #isRestSkipped = false

  constructor(scanner: Scanner, diagnostics: DiagnosticList) {
    this.scanner = scanner
    this.diagnostics = diagnostics
    this.expressions = new ExpressionParser(scanner)
    this.lowering = new Lowering(diagnostics)
  }

  report(thrown: unknown): LanguageProblem {
    if (!(thrown instanceof LanguageProblem)) throw thrown
    const { code, start, end, message, hint } = thrown
    this.diagnostics.error(code, start, end, message, { hint })
    return thrown
  }

  /** The block that comes next; `readEntry` reads one entry of it. @throws LanguageProblem when there is none */
  block(after: string, readEntry: ReadEntry, isData = false, inside = '…'): void {
    const { scanner } = this
    scanner.skipBlank()
    const start = scanner.at
    if (!scanner.take('{')) {
      const hint = scanner.next === '=' ? `write { ${inside} }, without "=" before it` : undefined
      scanner.unexpected(`"{" is expected after ${after}`, hint)
    }
    for (;;) {
      scanner.skipSpace()
      if (scanner.take('}')) return
      if (scanner.isAtEnd || isDeclarationAt(scanner.text, scanner.at, isData)) return this.#unclosed(start, after)
      this.#entry(readEntry)
    }
  }

  /** Fields without a block around them, to the end of the file. */
  allFields(): MapNode {
    const { scanner } = this
    const draft = new MapDraft()
    for (scanner.skipSpace(); !scanner.isAtEnd; scanner.skipSpace()) {
      this.#entry(() => this.field(draft))
      // A broken entry ends before the brace of the block that it would stand in.
      scanner.take('}')
    }
    const entries = draft.entries.filter(({ value }) => value.kind !== 'scalar' || value.isBroken !== true)
    return { kind: 'map', start: 0, end: scanner.at, entries }
  }

  #unclosed(start: number, after: string): void {
    // A user who hears of an unclosed text or bracket need not hear about everything around it.
    if (this.#isRestSkipped) return
    const message = `the block of ${after} is not closed`
    this.diagnostics.error('source/language-syntax', start, start + 1, message, { hint: 'close it with "}"' })
  }

  #entry(readEntry: ReadEntry): void {
    const { scanner } = this
    const start = scanner.at
    try {
      readEntry()
      scanner.skipBlank()
      if (scanner.take(',') || scanner.next === '\n' || scanner.next === '}' || scanner.isAtEnd) return
      if (isDeclarationAt(scanner.text, scanner.at, false)) return
      this.#unexpectedAfterEntry(scanner.text.slice(start, scanner.at))
    } catch (thrown) {
      const problem = this.report(thrown)
      if (problem.code === 'source/too-large' || this.diagnostics.isFull) scanner.at = scanner.text.length
      else skipEntry(scanner, start, problem.start)
      this.#isRestSkipped ||= scanner.isAtEnd
    }
  }

  #unexpectedAfterEntry(entry: string): never {
    const what = entry.length < 30 && !entry.includes('\n') ? ` after ${entry.trim()}` : ''
    return this.scanner.unexpected(`a line break or "," is expected${what}`, operatorHint(this.scanner))
  }

  /** A block of nothing but fields, as a map. */
  fields(after: string): MapNode {
    const { scanner } = this
    scanner.skipBlank()
    const start = scanner.at
    const draft = new MapDraft()
    this.block(after, () => this.field(draft))
    return { kind: 'map', start, end: scanner.at, entries: draft.entries }
  }

  field(draft: MapDraft): void {
    this.expressions.count()
    const { key, keyStart, keyEnd } = this.expressions.key()
    this.fieldAfter(draft, key, keyStart, keyEnd)
  }

  /** Reads `= value` for the field whose name was just read. */
  fieldAfter(draft: MapDraft, key: string, keyStart: number, keyEnd: number, lower = this.asNode): void {
    draft.add(
      this.diagnostics,
      key,
      keyStart,
      keyEnd,
      this.orBroken(draft, key, keyStart, keyEnd, () => lower(this.expressions.assigned(key))),
    )
  }

  /** The value under a key; if it cannot be read, the key is still added, so that it is not reported as missing. */
  orBroken<T>(draft: MapDraft, key: string, keyStart: number, keyEnd: number, read: () => T): T {
    try {
      return read()
    } catch (thrown) {
      if (thrown instanceof LanguageProblem && draft.entries.every((entry) => entry.key !== key))
        draft.add(this.diagnostics, key, keyStart, keyEnd, brokenNode(keyStart, keyEnd))
      throw thrown
    }
  }

  readonly asNode = (expression: Expression): TreeNode => this.lowering.node(expression)

  /** Text in quotes, as a value. @throws LanguageProblem */
  text(expected: string, hint?: string): TreeNode {
    const { scanner } = this
    scanner.skipBlank()
    if (scanner.next !== '"') scanner.unexpected(expected, hint)
    return this.lowering.node(this.expressions.text())
  }

  word(start: number, text: string): ScalarNode {
    return { kind: 'scalar', start, end: start + text.length, value: text, text, style: 'plain' }
  }
}

export function brokenNode(start: number, end: number): ScalarNode {
  return { kind: 'scalar', start, end, value: null, text: '', style: 'plain', isBroken: true }
}
