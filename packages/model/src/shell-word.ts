const asItIs = /^[\p{L}\p{N}_@%+:,./-][\p{L}\p{N}_@%+:,./=-]*$/u

/** One word of a command line, whatever is in it: of a hint that is to be pasted, or for `/bin/sh`. */
export function shellWord(text: string): string {
  return asItIs.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
