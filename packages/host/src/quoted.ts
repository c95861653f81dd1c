const longest = 200

/** A plugin's text for use inside a sentence: short, on one line, without control characters for a terminal. */
export function quoted(text: string, most = longest): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text)
}
