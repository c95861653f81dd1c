import type { ScalarNode, SourceText } from './tree.ts'

/**
 * The offset in the text of the n-th character of a scalar's value, across quotes, escapes, folds and indentation. Exact for every
 * character that can be seen.
 */
export function offsetsInScalar(source: SourceText, scalar: ScalarNode): (index: number) => number {
  const { text } = source
  if (scalar.stretches !== undefined) return offsetsByStretch(scalar.stretches, scalar.start)
  const open = scalar.style === 'quoted' ? 1 : 0
  const from = scalar.start + open
  if (text.startsWith(scalar.text, from)) return (index) => from + index
  let table: Uint32Array | undefined
  return (index) => {
    table ??= align(text, from, scalar.end - open, scalar.text, open === 1 && text[scalar.start] === '"')
    return table[Math.min(index, scalar.text.length)] ?? scalar.end
  }
}

/** Counts characters within a stretch, at most to its end. A part that was written differently has no nearer place. */
function offsetsByStretch(stretches: readonly number[], start: number): (index: number) => number {
  return (index) => {
    let low = 0
    let high = stretches.length / 3 - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((stretches[middle * 3] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    const [from = 0, first = start, end = start] = stretches.slice(low * 3, low * 3 + 3)
    return Math.min(first + Math.max(0, index - from), Math.max(first, end))
  }
}

/** Walks the value and its source side by side. Characters that are only in the source are syntax. */
function align(source: string, start: number, end: number, value: string, escapes: boolean): Uint32Array {
  const table = new Uint32Array(value.length + 1)
  let at = start
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (!isBlank(code)) at = skipTo(source, at, end, code, escapes)
    table[index] = at
    at += widthOf(source, at, code, escapes)
    if (at > end) at = end
  }
  table[value.length] = at
  return table
}

function skipTo(source: string, start: number, end: number, code: number, escapes: boolean): number {
  for (let at = start; at < end; at++) {
    if (source.charCodeAt(at) === code || (escapes && isEscape(source, at))) return at
  }
  return end
}

/** How many source characters wrote this one. */
function widthOf(source: string, at: number, code: number, escapes: boolean): number {
  if (escapes && isEscape(source, at)) return escapeLength(source[at + 1])
  return isBlank(code) && !isBlank(source.charCodeAt(at)) ? 0 : 1
}

/** Space, tab, line feed, carriage return: what folding and indentation are made of. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

/** True for an escape. A backslash before a line break only joins lines, and writes nothing. */
function isEscape(source: string, at: number): boolean {
  return source[at] === '\\' && source[at + 1] !== '\n' && source[at + 1] !== '\r'
}

function escapeLength(kind: string | undefined): number {
  if (kind === 'x') return 4
  if (kind === 'u') return 6
  return kind === 'U' ? 10 : 2
}
