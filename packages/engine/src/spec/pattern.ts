import { createContext, Script, type Context } from 'node:vm'
import { linearPattern, type LinearPattern } from '@slipway/source'
import type { Budget } from '../language/budget.ts'

/** In characters, times the states of the expression: what is more takes too long. */
const mostLooks = 20_000_000
/** The price of the work, in steps of a budget: for each character of an expression that is read, and for this many looks. */
const stepsPerCharacter = 100
const looksPerStep = 5
const stepsPerLimitedRun = 1000

/**
 * Whether a text is as a plugin's regular expression demands. Plugins write for the expressions of their own language: a
 * text passes when those of Go or those of JavaScript let it pass.
 *
 * @returns `undefined` when it cannot be told in a time that has a bound: that is left to the plugin
 * @throws EvaluationFailure `blueprint/too-large`
 */
export function matchesPattern(pattern: string, text: string, budget: Budget): boolean | undefined {
  let known = patterns.get(pattern)
  if (known === undefined) {
    budget.takeSteps(stepsPerCharacter * pattern.length)
    known = { linear: linearPattern(pattern), slowRuns: 0 }
    if (patterns.size >= mostKept) patterns.clear()
    patterns.set(pattern, known)
  }
  const { linear } = known
  const looks = text.length * (linear?.size ?? 0)
  if (looks > mostLooks) return undefined
  budget.takeSteps(looks / looksPerStep)
  if (linear?.test(text) === true) return true
  // Paid for also when it is not asked any more: what a blueprint may do does not depend on how fast the machine is.
  budget.takeSteps(stepsPerLimitedRun)
  const otherwise = linear === undefined ? undefined : false
  if (known.slowRuns >= mostSlowRuns || !budget.hasTime) return otherwise
  const found = inLimitedTime(pattern, text)
  if (found === 'slow') {
    known.slowRuns++
    budget.takeSlowRun()
  }
  return typeof found === 'boolean' ? found : otherwise
}

interface KnownPattern {
  readonly linear: LinearPattern | undefined
  /** How often JavaScript's own engine took too long. */
  slowRuns: number
}

/** Once may be the machine; what takes too long again is not run any more. */
const mostSlowRuns = 2
const mostKept = 1000
const patterns = new Map<string, KnownPattern>()

/** Milliseconds; an honest expression takes some thousandth of one. */
const longestRun = 250
let context: Context | undefined
const script = new Script(
  '{ let expression; try { expression = new RegExp(pattern, "u") } catch { expression = new RegExp(pattern) } expression.test(text) }',
)

/** As JavaScript reads it, which goes back and forth in the text and may do so for ever: it is stopped when it takes too long. */
function inLimitedTime(pattern: string, text: string): boolean | 'slow' | undefined {
  context ??= createContext(Object.create(null))
  Object.assign(context, { pattern, text })
  try {
    return script.runInContext(context, { timeout: longestRun }) as boolean
  } catch (thrown) {
    // It is of the other context, where it is no Error of ours.
    const { code } = thrown as NodeJS.ErrnoException
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'slow' : undefined
  }
}
