/** A character or a class of characters, with its repetition. */
const atom =
  /(?:[^\\^$.|?*+()[\]{}]|\\[dwsDWS./-]|\.|\[(?:[^\\\]]|\\[^\d])+\])(?:(?<fixed>\{\d{1,3}\})|(?<optional>\?)|(?<many>[*+]|\{\d{1,3},\d{0,3}\}))?/uy

/** More optional parts would give too many ways to match. */
const mostOptional = 4

/**
 * An expression that JavaScript's own engine matches in linear time: a row of characters from the beginning of the text to its end, of
 * which one may come any number of times and a few may be missing. Most expressions for names are like this. `undefined` for all others.
 */
export function simplePattern(source: string): RegExp | undefined {
  if (!source.startsWith('^') || !source.endsWith('$')) return undefined
  const end = source.length - 1
  let optional = 0
  let many = 0
  for (atom.lastIndex = 1; atom.lastIndex < end;) {
    const { groups } = atom.exec(source) ?? {}
    if (groups === undefined || atom.lastIndex === 0 || atom.lastIndex > end) return undefined
    if (groups['optional'] !== undefined) optional++
    if (groups['many'] !== undefined) many++
  }
  if (many > 1 || optional > mostOptional) return undefined
  try {
    return new RegExp(source, 'u')
  } catch {
    return undefined
  }
}
