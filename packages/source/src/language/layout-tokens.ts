import type { TextPart } from './expression.ts'
import { ExpressionParser } from './expression-parser.ts'
import { sections } from './keywords.ts'
import { Scanner } from './scanner.ts'

/** The smallest part of a line that layout moves as one. */
export interface LayoutToken {
  readonly kind: 'word' | 'text' | 'sign' | 'comment'
  readonly written: string
  /** True if nothing stands between it and the token before it. */
  readonly isAdjacent: boolean
  /** A text of several lines, none of them inside a `${…}`. */
  readonly isMovable: boolean
}

const word = /\.?[A-Za-z0-9_.@/-]+(?::[A-Za-z0-9_.@/-]+)*/y
/** After a `?`, a colon ends the word before it. */
const wordOfChoice = /\.?[A-Za-z0-9_.@/-]+/y
const name = /[A-Za-z_][A-Za-z0-9_-]*/y
const sign = /=>|==|!=|<=|>=|&&|\|\||[^\s]/y

/** The lines of a text that was read without errors. An empty list is an empty line. */
export function layoutLines(text: string): readonly (readonly LayoutToken[])[] {
  const scanner = new Scanner(text)
  const expressions = new ExpressionParser(scanner)
  const lines: LayoutToken[][] = [[]]
  let end = -1
  while (!scanner.isAtEnd) {
    const { next, at } = scanner
    const line = lines.at(-1)
    if (next === '\n') {
      scanner.at++
      lines.push([])
      continue
    }
    if (/\s/.test(next) || line === undefined) {
      scanner.at++
      continue
    }
    const parts = next === '"' ? expressions.text().parts : undefined
    if (parts === undefined) scanner.at += lengthOf(text, at, line)
    const written = text.slice(at, scanner.at)
    const kind =
      parts !== undefined ? 'text' : next === '#' ? 'comment' : /^\.?[A-Za-z0-9_-]/.test(written) ? 'word' : 'sign'
    line.push({ kind, written: written.trimEnd(), isAdjacent: at === end, isMovable: isMovable(text, parts) })
    end = scanner.at
  }
  return lines
}

function lengthOf(text: string, at: number, line: readonly LayoutToken[]): number {
  if (text[at] === '#') {
    const lineEnd = text.indexOf('\n', at)
    return (lineEnd === -1 ? text.length : lineEnd) - at
  }
  // Its keyword is followed by a name, which a ":" ends; a type may contain ":".
  const before = line.at(-1)?.written ?? ''
  const isName = line.length === 1 ? sections.has(before) : before === 'as'
  const isInChoice = line.some(({ written }) => written === '?')
  return matchLength(isName ? name : isInChoice ? wordOfChoice : word, text, at) || matchLength(sign, text, at)
}

function matchLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

function isMovable(text: string, parts: readonly TextPart[] | undefined): boolean {
  return parts?.every((part) => part.kind === 'characters' || !text.slice(part.start, part.end).includes('\n')) ?? false
}
