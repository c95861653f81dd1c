import { diff } from 'node:util'

/** How many unchanged lines are shown beside changed ones. */
const context = 1
/** Old lines times new lines: comparing more of them takes too long. */
const mostPairs = 250_000

type Mark = ' ' | '-' | '+'
type Line = readonly [mark: Mark, line: string]

/**
 * Lines of a changed text: `-` and `+` with one unmarked line around them, and `…` in place of other unchanged lines.
 *
 * @param most how many lines are shown; the rest is counted
 */
export function changedLines(before: string, after: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  // The line break with which both texts end begins no empty line.
  const isEnded = before.endsWith('\n') && after.endsWith('\n')
  const of = (text: string): readonly string[] => (isEnded ? text.slice(0, -1) : text).split('\n')
  const lines = allLines(of(before), of(after))
  const isShown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(([mark]) => mark !== ' '),
  )
  const shown = lines.flatMap(([mark, line], at) => {
    if (isShown[at] === true) return [`${mark} ${line}`]
    const isBetween = isShown[at - 1] === true && isShown.includes(true, at)
    return isBetween ? ['  …'] : []
  })
  const left = shown.length - most
  return left > 0 ? [...shown.slice(0, most), `… ${left} more lines`] : shown
}

function allLines(old: readonly string[], now: readonly string[]): readonly Line[] {
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...old.slice(0, start).map(same),
    ...changed(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
}

function same(line: string): Line {
  return [' ', line]
}

function changed(old: readonly string[], now: readonly string[]): readonly Line[] {
  const pairs = old.length * now.length
  if (pairs === 0 || pairs > mostPairs)
    return [...old.map((line): Line => ['-', line]), ...now.map((line): Line => ['+', line])]
  const marks: Readonly<Record<number, Mark>> = { [-1]: '-', 0: ' ', 1: '+' }
  // Puts removed lines before added ones where both meet.
  const lines = diff(now, old).map(([operation, line]): Line => [marks[operation] ?? ' ', line])
  return sortedRuns(lines)
}

function sortedRuns(lines: readonly Line[]): readonly Line[] {
  const sorted: Line[] = []
  let added: Line[] = []
  for (const line of lines) {
    if (line[0] === '+') added.push(line)
    else if (line[0] === '-') sorted.push(line)
    else {
      sorted.push(...added, line)
      added = []
    }
  }
  return [...sorted, ...added]
}
