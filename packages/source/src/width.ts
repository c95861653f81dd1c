/** Columns of a terminal: marks take none, East Asian wide characters and emoji two. */
export function widthOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (/\p{M}|\u200D|\uFE0F/u.test(character)) continue
    columns += /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(
      character,
    )
      ? 2
      : 1
  }
  return columns
}
