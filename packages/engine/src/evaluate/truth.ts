import { isSecret, isUnknown, type Unknown } from '@slipway/model'
import { EvaluationFailure } from '../language/failure.ts'
import type { Expression } from '../language/expression.ts'
import { describe } from '../language/scalar-text.ts'
import { evaluate } from './evaluate.ts'
import type { Scope } from './scope.ts'

export const truthHint = 'write true, false or a function that gives one of them: ${eq(variables.stage, "live")}'

/**
 * The value of a resource's condition; unknown while a value that it depends on is unknown.
 *
 * @throws EvaluationFailure when it is neither true nor false
 */
export function truthOf(name: string, condition: Expression, scope: Scope): boolean | Unknown {
  const value = scope.budget.during(`resources.${name}.condition`, condition.origin, () => evaluate(condition, scope))
  const plain = isSecret(value) ? value.value : value
  if (typeof plain === 'boolean' || isUnknown(plain)) return plain
  const message = `the "condition" of "${name}" must be true or false, but this is ${describe(value)}`
  throw new EvaluationFailure('blueprint/wrong-type', condition.origin, message, truthHint)
}
