import type { Diagnostic } from '@slipway/model'

/** The diagnostics without duplicates. The same text may be included several times, but its mistakes are reported once. */
export function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>()
  return diagnostics.filter(({ file, range, code, message }) => {
    const identity = `${file} ${range?.start.offset} ${code} ${message}`
    return !seen.has(identity) && seen.add(identity)
  })
}
