import { isSecret, isUnknown, type Value } from '@slipway/model'
import type { ConditionDeclaration } from '../language/declarations.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { describe } from '../language/scalar-text.ts'
import { evaluate } from './evaluate.ts'
import type { Scope } from './scope.ts'
import { truthHint } from './truth.ts'

/** The outcome of a user's condition. */
export type Outcome =
  | { readonly kind: 'met' }
  | { readonly kind: 'unmet'; readonly message: string }
  /** The outcome depends on an unknown value: `resources.web.spec.url`. */
  | { readonly kind: 'open'; readonly until: string }

/**
 * The outcome of a condition.
 *
 * @throws EvaluationFailure when the condition has no value, or is neither true nor false
 */
export function outcomeOf({ path, condition, message }: ConditionDeclaration, scope: Scope): Outcome {
  const found = plain(scope.budget.during(path, condition.origin, () => evaluate(condition, scope)))
  if (found === true) return { kind: 'met' }
  if (found === false) {
    const said = scope.budget.during(path, message.origin, () => evaluate(message, scope))
    return { kind: 'unmet', message: typeof said === 'string' && said !== '' ? said : `${path} does not hold` }
  }
  if (isUnknown(found)) return { kind: 'open', until: found.until }
  const words = `${path}.condition must be true or false, but this is ${describe(found)}`
  throw new EvaluationFailure('blueprint/wrong-type', condition.origin, words, truthHint)
}

function plain(value: Value): Value {
  return isSecret(value) ? value.value : value
}
