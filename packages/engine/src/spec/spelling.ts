/** The maximum length of a name. Longer texts are contents, not names. */
const longestName = 1_024

/**
 * A text without the differences that many services ignore in names: upper and lower case, the form of accents, and slashes, dots and spaces at its
 * end. Two texts with the same folded form may be the same name.
 */
export function folded(text: string): string {
  if (text.length > longestName) return text
  const plain = text.normalize('NFC').toLowerCase()
  let end = plain.length
  while (end > 0 && ' \t\n/.'.includes(plain.charAt(end - 1))) end--
  return plain.slice(0, end)
}

/**
 * The separators between the parts of a name, which may have different rules. The case of a host does not matter, but the case of the path after it
 * may.
 */
const separators = /[/\\@:.,;?#&=\s]/

/**
 * The first text with yet another case in the part where the two texts first differ. A provider that still finds the thing ignores the case there.
 * `undefined` if there is no such text, or if the two differ in more than case.
 */
export function inAnotherCase(text: string, other: string): string | undefined {
  const plain = text.toLowerCase()
  if (plain !== other.toLowerCase()) return undefined
  let differs = 0
  while (differs < text.length && text.charAt(differs) === other.charAt(differs)) differs++
  let start = differs
  while (start > 0 && !separators.test(text.charAt(start - 1))) start--
  for (let at = start; at < text.length && !separators.test(text.charAt(at)); at++) {
    const letter = text.charAt(at)
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const changed = text.slice(0, at) + turned + text.slice(at + 1)
    // In another case, some letters become different letters, which would make a different name.
    if (changed !== text && changed !== other && changed.toLowerCase() === plain) return changed
  }
  return undefined
}
