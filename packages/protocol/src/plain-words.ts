/** The longest text of a plugin that is kept, in characters: it goes into state, logs and terminals. */
export const maxTextLength = 16_384
const maxTexts = 100

// The control characters except tab and line feed: a plugin's text must not control a terminal.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Returns a plugin's text, shortened if it is too long and without control characters. */
export function plainWords(text: string): string {
  const bounded = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
  return bounded.replaceAll('\r\n', '\n').replaceAll(controls, '').trimEnd()
}

export function plainLines(texts: readonly string[]): string[] {
  const kept = texts.slice(0, maxTexts).map(plainWords)
  return texts.length > maxTexts ? [...kept, `… and ${texts.length - maxTexts} more`] : kept
}
