import { RE2JS } from 're2js'
import { simplePattern } from './simple-pattern.ts'

/** A regular expression that takes time in proportion to the text, whatever the text is. */
export interface LinearPattern {
  /** How many states the expression has: a character costs at most so many looks. */
  readonly size: number
  /** True when the expression matches somewhere in the text. */
  readonly test: (text: string) => boolean
}

/** Longer expressions, and those with more states, take too long to be read, or to be run. */
const longest = 1000
const mostStates = 2000

/**
 * Reads a regular expression as RE2 does, which is what Go has; most of what JavaScript has means the same. `undefined` for
 * what it does not know (look-around, back references), and for what is too large: those cannot be run safely.
 */
export function linearPattern(source: string): LinearPattern | undefined {
  if (source.length > longest) return undefined
  const simple = simplePattern(source)
  if (simple !== undefined) return { size: source.length, test: (text) => simple.test(text) }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    const size = compiled.programSize()
    return size > mostStates ? undefined : { size, test: (text) => compiled.test(text) }
  } catch {
    return undefined
  }
}
