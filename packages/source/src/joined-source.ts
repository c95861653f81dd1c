import type { Position, Range } from '@slipway/model'
import type { SourceText } from './tree.ts'

export interface JoinedSource extends SourceText {
  /** The offset at which each of the texts begins, in their order. */
  readonly starts: readonly number[]
}

/** Several texts as one, named as the first: an offset determines the text. Positions are those in their own files. */
export function joinedSource(parts: readonly [SourceText, ...SourceText[]]): JoinedSource {
  const starts: number[] = []
  let length = 0
  for (const { text } of parts) {
    starts.push(length)
    // One character more, so that the end of a text is not the start of the next.
    length += text.length + 1
  }
  const [first] = parts
  const partAt = (offset: number): readonly [SourceText, number] => {
    const index = lastAtMost(starts, offset)
    return [parts[index] ?? first, starts[index] ?? 0]
  }
  return {
    file: first.file,
    text: parts.map(({ text }) => text).join('\n'),
    starts,
    fileAt: (offset) => {
      const [part, start] = partAt(offset)
      return part.fileAt(offset - start)
    },
    position(offset): Position {
      const [part, start] = partAt(offset)
      return part.position(offset - start)
    },
    range(start, end): Range {
      const [part, base] = partAt(start)
      return part.range(start - base, end - base)
    },
  }
}

/** Index of the last number that is not above the wanted one; the numbers grow. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}
