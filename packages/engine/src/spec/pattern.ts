import { createContext, Script, type Context } from 'node:vm'
import { linearPattern, type LinearPattern } from '@slipway/source'
import type { Budget } from '../language/budget.ts'

/** The most characters, times states of the expression, that are looked at: more would take too long. */
const mostLooks = 20_000_000
/** The price of the work, in steps of a budget: for each character of an expression that is read, and for this many looks. */
const stepsPerCharacter = 100
const looksPerStep = 5
const stepsPerLimitedRun = 1000

/**
 * Whether a text matches a plugin's regular expression. Plugins use the expressions of their own language, so a text
 * passes if it matches by the rules of Go or by those of JavaScript.
 *
 * @returns `undefined` when this cannot be found out in limited time: it is left to the plugin
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
  // Paid for even if it is not run any more: what a blueprint may do must not depend on the speed of the machine.
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

/** Once may be the fault of the machine. If it takes too long again, it is not run any more. */
const mostSlowRuns = 2
const mostKept = 1000
const patterns = new Map<string, KnownPattern>()

/** Milliseconds; a normal expression takes some thousandths of one. */
const longestRun = 250
let context: Context | undefined
const script = new Script(
  '{ let expression; try { expression = new RegExp(pattern, "u") } catch { expression = new RegExp(pattern) } expression.test(text) }',
)

/** Uses JavaScript's own engine, whose backtracking may never end, so it is stopped when it takes too long. */
function inLimitedTime(pattern: string, text: string): boolean | 'slow' | undefined {
  context ??= createContext(Object.create(null))
  Object.assign(context, { pattern, text })
  try {
    return script.runInContext(context, { timeout: longestRun }) as boolean
  } catch (thrown) {
    // It comes from the other context, so it is not an instance of our Error.
    const { code } = thrown as NodeJS.ErrnoException
    return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'slow' : undefined
  }
}
