import type { Position, Range } from '@slipway/model'
import type { SourceText } from './tree.ts'

/** Names a text. The table of line starts is made on demand, because most texts never need it. */
export function sourceText(file: string, text: string): SourceText {
  let lineStarts: number[] | undefined

  function position(offset: number): Position {
    lineStarts ??= findLineStarts(text)
    const bounded = Math.max(0, Math.min(offset, text.length))
    const line = lineIndex(lineStarts, bounded)
    return { line: line + 1, column: bounded - (lineStarts[line] ?? 0) + 1, offset: bounded }
  }

  function range(start: number, end: number): Range {
    return { start: position(start), end: position(Math.max(start, end)) }
  }

  return { file, text, fileAt: () => file, position, range }
}

function findLineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Index of the last line start that is not after the offset. */
function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
