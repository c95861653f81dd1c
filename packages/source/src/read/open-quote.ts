/** A quote that begins a value: behind a key, a dash, a bracket or a comma, or at the beginning of a line. */
const opening = /(?:^|[:\-[{,]) *(["'])/gmu

/**
 * The beginning of the text in quotes to which a syntax error belongs. The text continues after its first line, and the error is in it or on its
 * last line. `undefined` if the error concerns something else.
 */
export function openQuote(text: string, offset: number): number | undefined {
  opening.lastIndex = 0
  for (let found = opening.exec(text); found !== null && found.index <= offset; found = opening.exec(text)) {
    const start = opening.lastIndex - 1
    const end = closingOf(text, start, found[1] === '"')
    const lineEnd = text.indexOf('\n', start)
    const isOver = end === undefined || (lineEnd !== -1 && end > lineEnd)
    if (isOver && start <= offset && offset <= endOfLine(text, end)) return start
    opening.lastIndex = (end ?? text.length) + 1
  }
  return undefined
}

/** The closing quote; `undefined` if there is none. */
function closingOf(text: string, start: number, isDouble: boolean): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (isDouble && text[at] === '\\') at++
    else if (!isDouble && text[at] === "'" && text[at + 1] === "'") at++
    else if (text[at] === text[start]) return at
  }
  return undefined
}

function endOfLine(text: string, at: number | undefined): number {
  const end = at === undefined ? -1 : text.indexOf('\n', at)
  return end === -1 ? text.length : end
}
