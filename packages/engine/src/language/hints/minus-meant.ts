/** The likely meaning of an unknown name: `n-1` is probably the difference `n - 1`. */
export function minusMeant(written: string, isKnown: (name: string) => boolean): string | undefined {
  for (let at = written.indexOf('-'); at !== -1; at = written.indexOf('-', at + 1)) {
    if (isKnown(written.slice(0, at))) return `${written.slice(0, at)} - ${written.slice(at + 1)}`
  }
  return undefined
}
