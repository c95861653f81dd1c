/** Longer texts are contents, not names. */
const longestName = 1_024

/**
 * A text without what many services overlook in names: upper and lower case, the form of accents, and slashes, dots and spaces at its
 * end. Two texts with the same fold may be one name.
 */
export function folded(text: string): string {
  if (text.length > longestName) return text
  const plain = text.normalize('NFC').toLowerCase()
  let end = plain.length
  while (end > 0 && ' \t\n/.'.includes(plain.charAt(end - 1))) end--
  return plain.slice(0, end)
}

/**
 * The first text in yet another case than both: whoever finds something by that, too, does not care for the case. `undefined` if there is
 * none, or if the two differ in more than case.
 */
export function inAnotherCase(text: string, other: string): string | undefined {
  if (text.toLowerCase() !== other.toLowerCase()) return undefined
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const changed = text.slice(0, at) + turned + text.slice(at + 1)
    if (changed !== text && changed !== other) return changed
  }
  return undefined
}
