const asItIs = /^[\p{L}\p{N}_@%+:,./-][\p{L}\p{N}_@%+:,./=-]*$/u

/** Quotes any text as one word of a command line, for hints that people paste and for `/bin/sh`. */
export function shellWord(text: string): string {
  return asItIs.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
