import { inLimitedTime, linearPattern, type LinearPattern } from '@slipway/source'
import type { Budget } from '../language/budget.ts'

/** The maximum number of looks, which is the number of characters of the text times the number of states of the expression. More would take too long. */
const mostLooks = 20_000_000
/** The cost in steps of a budget: `stepsPerCharacter` for each character of an expression that is read, and one step for `looksPerStep` looks. */
const stepsPerCharacter = 100
const looksPerStep = 5
const stepsPerLimitedRun = 1000

/**
 * Whether a text matches a plugin's regular expression. Plugins use the expressions of their own language, so a text passes if it matches
 * by the rules of Go or by those of JavaScript.
 *
 * @returns `undefined` if this cannot be found out in limited time, which leaves it to the plugin
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
  // The budget pays even if the pattern is not run any more, because the limits of a blueprint must not depend on the speed of the machine.
  budget.takeSteps(stepsPerLimitedRun)
  const otherwise = linear === undefined ? undefined : false
  if (known.slowRuns >= mostSlowRuns || !budget.hasTime) return otherwise
  const found = matchesHere(pattern, text)
  if (found === 'slow') {
    known.slowRuns++
    budget.takeSlowRun()
  }
  return typeof found === 'boolean' ? found : otherwise
}

interface KnownPattern {
  readonly linear: LinearPattern | undefined
  /** The number of times that JavaScript's own engine took too long for the pattern. */
  slowRuns: number
}

/**
 * The maximum number of slow runs of a pattern. The first slow run may be the fault of the machine. After the second, the pattern is not run any
 * more.
 */
const mostSlowRuns = 2
const mostKept = 1000
const patterns = new Map<string, KnownPattern>()

/** Matches with JavaScript's own engine, whose backtracking may never end. */
function matchesHere(pattern: string, text: string): boolean | 'slow' | undefined {
  const expression = expressionHere(pattern)
  return expression === undefined ? undefined : inLimitedTime(() => expression.test(text))
}

function expressionHere(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // The expression may work without this flag.
    }
  }
  return undefined
}
