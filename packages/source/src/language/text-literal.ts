import type { Expression, TextPart } from './expression.ts'
import { LanguageProblem, type Scanner } from './scanner.ts'

type TextLiteral = Expression & { readonly kind: 'text' }

/** Reads what stands after `${`, to the `}`. */
type ReadSubstitution = () => Expression

/** Reads text in quotes, the opening one next. Without `substitution` a `${` is two characters like any other. */
export function readText(scanner: Scanner, substitution: ReadSubstitution | undefined): TextLiteral {
  return scanner.text.startsWith('"""', scanner.at) ? readLines(scanner, substitution) : readLine(scanner, substitution)
}

function readLine(scanner: Scanner, substitution: ReadSubstitution | undefined): TextLiteral {
  const { text, at: start } = scanner
  const parts: TextPart[] = []
  let from = start + 1
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      addCharacters(parts, text, from, at)
      scanner.at = at + 1
      return { kind: 'text', start, end: at + 1, parts, isPlain: from === start + 1 }
    }
    if (code === 0x0a || Number.isNaN(code)) {
      const hint = 'close it on the same line; put text of several lines between """ and """'
      throw new LanguageProblem(start, at, 'this quoted text is not closed', hint)
    }
    if (code === 0x5c && text.charCodeAt(at + 1) === 0x22) at++
    else if (substitution !== undefined && code === 0x24 && text.charCodeAt(at + 1) === 0x7b) {
      addCharacters(parts, text, from, at)
      parts.push(readSubstitution(scanner, at, substitution))
      from = scanner.at
      at = from - 1
    }
  }
}

function readLines(scanner: Scanner, substitution: ReadSubstitution | undefined): TextLiteral {
  const { text, at: start } = scanner
  const first = afterLineBreak(text, start)
  // The text before each substitution and after the last: the indentation is only known at the end.
  const stretches: number[] = []
  const substitutions: TextPart[] = []
  let from = first
  for (let at = first; ; at++) {
    const code = text.charCodeAt(at)
    if (Number.isNaN(code)) throw new LanguageProblem(start, start + 3, 'this text is not closed', 'close it with """')
    if (code === 0x22 && text.startsWith('"""', at)) {
      const indent = closingIndent(text, first, at)
      const last = at - indent.length
      stretches.push(from, Math.max(from, last - lineBreakBefore(text, last, first)))
      scanner.at = at + 3
      const parts = withoutIndent(text, stretches, substitutions, indent)
      return { kind: 'text', start, end: at + 3, parts, isPlain: false }
    }
    if (substitution === undefined || code !== 0x24 || text.charCodeAt(at + 1) !== 0x7b) continue
    stretches.push(from, at)
    substitutions.push(readSubstitution(scanner, at, substitution))
    from = scanner.at
    at = from - 1
  }
}

function readSubstitution(scanner: Scanner, start: number, substitution: ReadSubstitution): TextPart {
  scanner.at = start + 2
  const inner = substitution()
  return { kind: 'substitution', start, end: scanner.at, inner }
}

function afterLineBreak(text: string, start: number): number {
  let at = start + 3
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++
  if (text[at] === '\n') return at + 1
  throw new LanguageProblem(start, start + 3, 'after """ the text must begin on a new line', 'break the line here')
}

/** The indentation before the closing quotes: it is taken off every line. */
function closingIndent(text: string, first: number, quotes: number): string {
  const line = Math.max(first, text.lastIndexOf('\n', quotes - 1) + 1)
  const indent = text.slice(line, quotes)
  if (/^[ \t]*$/.test(indent)) return indent
  throw new LanguageProblem(quotes, quotes + 3, 'the closing """ must be on its own line', 'break the line before it')
}

function lineBreakBefore(text: string, at: number, first: number): number {
  if (at <= first) return 0
  return text[at - 2] === '\r' && at - 2 >= first ? 2 : 1
}

/** One part a line, each without the indentation: so every character keeps its place. */
function withoutIndent(text: string, stretches: number[], substitutions: TextPart[], indent: string): TextPart[] {
  const parts: TextPart[] = []
  for (let index = 0; index * 2 < stretches.length; index++) {
    const [from = 0, to = 0] = stretches.slice(index * 2, index * 2 + 2)
    addLines(parts, text, from, to, index === 0, indent)
    const substitution = substitutions[index]
    if (substitution === undefined) continue
    refuseShallow(text, from + text.slice(from, to).lastIndexOf('\n') + 1, to, index === 0, indent)
    parts.push(substitution)
  }
  return parts
}

/** A line that begins with `${…}` is indented like any other. */
function refuseShallow(text: string, line: number, to: number, isFirst: boolean, indent: string): void {
  const isLineStart = isFirst || text[line - 1] === '\n'
  if (!isLineStart || text.startsWith(indent, line) || /\S/.test(text.slice(line, to))) return
  throw shallow(line, to + 1)
}

function shallow(start: number, end: number): LanguageProblem {
  const hint = 'indent it as far as the closing """, with the same spaces or tabs'
  return new LanguageProblem(start, end, 'this line is indented less than the closing """', hint)
}

function addLines(parts: TextPart[], text: string, from: number, to: number, isFirst: boolean, indent: string): void {
  const raw = text.slice(from, to)
  for (let at = 0; at < raw.length;) {
    const isLineStart = at > 0 || isFirst
    const start = isLineStart ? afterIndent(raw, at, indent, from) : at
    const lineBreak = raw.indexOf('\n', start)
    const end = lineBreak === -1 ? raw.length : lineBreak + 1
    if (end > start) {
      const line = raw.slice(start, end)
      const value = line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line
      parts.push({ kind: 'characters', value, start: from + start, end: from + end })
    }
    at = end
  }
}

function afterIndent(raw: string, at: number, indent: string, from: number): number {
  if (raw.startsWith(indent, at)) return at + indent.length
  let ink = at
  while (raw[ink] === ' ' || raw[ink] === '\t' || raw[ink] === '\r') ink++
  // A line of nothing but spaces, and what is only there up to the closing quotes.
  if (ink >= raw.length || raw[ink] === '\n') return ink
  throw shallow(from + at, from + ink + 1)
}

function addCharacters(parts: TextPart[], text: string, start: number, end: number): void {
  if (end > start) parts.push({ kind: 'characters', value: unescaped(text.slice(start, end)), start, end })
}

/** `\"` is the only escape; every other backslash is itself. */
function unescaped(raw: string): string {
  return raw.includes('\\"') ? raw.replaceAll('\\"', '"') : raw
}
