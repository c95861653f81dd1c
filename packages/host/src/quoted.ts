const longest = 200

/** Text of a plugin inside a sentence: short, on one line, and without what steers a terminal. */
export function quoted(text: string, most = longest): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text)
}
