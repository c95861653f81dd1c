import { sections } from './keywords.ts'
import type { Scanner } from './scanner.ts'

/**
 * Skips a broken entry. Reading goes on at the line end after the problem that no bracket of the entry
 * holds open, or the `}` of the block. A line that is indented no further than the entry ends it, too: what was not closed
 * must not hide the rest.
 */
export function skipEntry(scanner: Scanner, entryStart: number, problemAt: number): void {
  const { text } = scanner
  const column = entryStart - lineStart(text, entryStart)
  const lineOfProblem = lineStart(text, problemAt)
  let depth = 0
  let at = entryStart
  for (; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = skipQuoted(text, at)
    else if (character === '#') at = lineEnd(text, at) - 1
    else if (character === '[' || character === '{' || character === '(') depth++
    else if (character === ']' || character === '}' || character === ')') {
      if (depth === 0 && character === '}') break
      depth = Math.max(0, depth - 1)
    } else if (character === '\n' && at >= lineOfProblem - 1) {
      if ((depth === 0 && at >= problemAt) || endsEntry(text, at + 1, column)) break
    }
  }
  scanner.at = Math.min(at, text.length)
}

/** Whether the line is a new entry rather than the end of something that the broken one has opened. */
function endsEntry(text: string, at: number, column: number): boolean {
  let ink = at
  while (text[ink] === ' ' || text[ink] === '\t') ink++
  if (ink - at > column || text[ink] === '\n' || text[ink] === '\r' || text[ink] === undefined) return false
  return ink - at < column || !')]}'.includes(text[ink] ?? '')
}

/** The last character of text in quotes; of one that is not closed the end of its line. */
function skipQuoted(text: string, start: number): number {
  if (text.startsWith('"""', start)) {
    const close = text.indexOf('"""', start + 3)
    return close === -1 ? text.length : close + 2
  }
  let at = start + 1
  while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1
  return text[at] === '"' ? at : at - 1
}

const declaration = new RegExp(`(?:version|transform|${[...sections.keys()].join('|')})[ \\t]+["[A-Za-z_]`, 'y')
const seeming = /[A-Za-z]+[ \t]+"?[A-Za-z_][\w.-]*"?[ \t]*[:"]/y
const inData = /(?:export|filter)[ \t]/y

/** Over everything up to a line that begins, without indentation, with a declaration or what looks like one. */
export function skipDeclaration(scanner: Scanner): void {
  const { text } = scanner
  let at = lineEnd(text, scanner.at) + 1
  while (at < text.length && !isDeclarationAt(text, at, false) && !matchesAt(seeming, text, at))
    at = lineEnd(text, at) + 1
  scanner.at = Math.min(at, text.length)
}

/** Whether a line begins here with a declaration, and not with a statement of a data source if that is what is read. */
export function isDeclarationAt(text: string, at: number, isInData: boolean): boolean {
  if (at > 0 && text[at - 1] !== '\n') return false
  return !(isInData && matchesAt(inData, text, at)) && matchesAt(declaration, text, at)
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}
