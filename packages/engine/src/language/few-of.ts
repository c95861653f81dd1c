/** Names for a message, which lists only the first few: `a, b, c and 7 more`. */
export function fewOf(names: readonly string[], most = 5): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return names.slice(0, most).join(', ') + more
}
