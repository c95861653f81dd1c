/** Puts the article before a noun: `an Error`, `a Date`, `a URL`. */
export function aOrAn(noun: string): string {
  return /^(?:[aeio]|u(?!int|rl))/i.test(noun) ? `an ${noun}` : `a ${noun}`
}
