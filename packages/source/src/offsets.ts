import type { ScalarNode, SourceText } from './tree.ts'

const blank = /\s/

/**
 * Tells where in the text the n-th character of a scalar's value was written, whatever quotes, escapes, folds and
 * indentation lie between. Exact for every character that can be seen.
 */
export function offsetsInScalar(source: SourceText, scalar: ScalarNode): (index: number) => number {
  const { text } = source
  const open = scalar.style === 'quoted' ? 1 : 0
  const from = scalar.start + open
  if (text.startsWith(scalar.text, from)) return (index) => from + index
  let table: Uint32Array | undefined
  return (index) => {
    table ??= align(text, from, scalar.end - open, scalar.text, open === 1 && text[scalar.start] === '"')
    return table[Math.min(index, scalar.text.length)] ?? scalar.end
  }
}

/** Walks the value and its source side by side: what the value does not have, the source has for its syntax. */
function align(source: string, start: number, end: number, value: string, escapes: boolean): Uint32Array {
  const table = new Uint32Array(value.length + 1)
  let at = start
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? ''
    if (!blank.test(character)) at = skipTo(source, at, end, character, escapes)
    table[index] = Math.min(at, end)
    at += widthOf(source, at, character, escapes)
  }
  table[value.length] = Math.min(at, end)
  return table
}

function skipTo(source: string, start: number, end: number, character: string, escapes: boolean): number {
  for (let at = start; at < end; at++) {
    if (source[at] === character || (escapes && isEscape(source, at))) return at
  }
  return end
}

/** How many source characters wrote this one. */
function widthOf(source: string, at: number, character: string, escapes: boolean): number {
  if (escapes && isEscape(source, at)) return escapeLength(source[at + 1])
  if (blank.test(character)) return blank.test(source[at] ?? '') ? 1 : 0
  return 1
}

/** A backslash before a line break only joins lines: it writes nothing. */
function isEscape(source: string, at: number): boolean {
  return source[at] === '\\' && source[at + 1] !== '\n' && source[at + 1] !== '\r'
}

function escapeLength(kind: string | undefined): number {
  if (kind === 'x') return 4
  if (kind === 'u') return 6
  return kind === 'U' ? 10 : 2
}
