const longest = 200

/** Text of a plugin for use inside a sentence: short, on one line, without control characters for a terminal. */
export function quoted(text: string, most = longest): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text)
}
