/** Characters that would control a terminal, or reverse the order of the characters beside them. */
const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
/** The same characters, except line breaks and tabs. */
export const steeringInLines = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Foreign text on one line. Invisible characters are written out, as `\n` or `\u001b`. */
export function visible(text: string): string {
  return text.replaceAll(steering, escaped)
}

/** Foreign text with its own lines. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(steeringInLines, escaped)
}

/** Foreign text that follows other text. All lines except the first begin with a margin, so that they do not look like our own. */
export function visibleBelow(text: string, margin: string): string {
  return visibleLines(text).replaceAll('\n', `\n${margin}`)
}

function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
