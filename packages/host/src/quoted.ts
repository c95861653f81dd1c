const longest = 200

/** Text of a plugin inside a sentence: short, on one line, and without what steers a terminal. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text)
}
