import type { Diagnostic } from '@slipway/model'

/**
 * Limits for text from plugins and files: a plugin can repeat a message a thousand times, and make it sixty thousand characters long. The
 * rest is counted.
 */
export const bounds = {
  /** Diagnostics of one command; a user with more fixes these first. */
  diagnostics: 100,
  /** Reasons for one failure. */
  reasons: 10,
  /** Failures of one run. */
  failures: 50,
  /** Lines about settings, or about searched places. */
  lines: 200,
  /** Characters of a value in a table. */
  cell: 400,
  /** Characters of one sentence that comes from elsewhere. */
  words: 2000,
} as const

/** Limits for programs, which can read more: reasons, and characters of each. */
export const jsonBounds = { reasons: 20, words: 4096 } as const

/** The beginning of a text from elsewhere, with the length of the whole. */
export function shortened(text: string, longest: number = bounds.words): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}

/** The first items, each shortened, and the number of the others. */
export function firstOf(
  texts: readonly string[],
  most: number = bounds.reasons,
  longest: number = bounds.words,
): readonly string[] {
  const shown = texts.slice(0, most).map((text) => shortened(text, longest))
  return texts.length > most ? [...shown, `… and ${texts.length - most} more`] : shown
}

export interface BoundedDiagnostics {
  readonly shown: readonly Diagnostic[]
  /** How many are left out. */
  readonly left: number
}

/** The diagnostics to show: errors first, each once, otherwise in their own order. */
export function firstDiagnostics(all: readonly Diagnostic[]): BoundedDiagnostics {
  const said = new Set<string>()
  const different = all.filter((one) => {
    const identity = `${one.file}:${one.range?.start.offset}:${one.code}:${one.message}`
    return !said.has(identity) && said.add(identity)
  })
  const chosen = different
    .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
    .slice(0, bounds.diagnostics)
  const kept = new Set(chosen)
  return { shown: different.filter((one) => kept.has(one)), left: different.length - kept.size }
}
