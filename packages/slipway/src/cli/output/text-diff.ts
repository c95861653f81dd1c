/** How many unchanged lines are shown beside changed ones. */
const context = 1
const mostLines = 12

/** Lines of a changed text: `-` and `+` with one line around them; what lies between two changes is one change. */
export function changedLines(before: string, after: string): readonly string[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...old.slice(Math.max(0, start - context), start).map((line) => `  ${line}`),
    ...bounded(old.slice(start, old.length - end)).map((line) => `- ${line}`),
    ...bounded(now.slice(start, now.length - end)).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + context).map((line) => `  ${line}`),
  ]
}

function bounded(lines: readonly string[]): readonly string[] {
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more lines`]
}
