import { isSecret, isUnknown, secret, secretFrom, type Value } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { VariableDeclaration } from '../../language/declarations.ts'
import type { Origin } from '../../language/expression.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import { fitVariable } from '../../language/fit-variable.ts'
import { valueLabel } from '../../language/path.ts'
import { fitShape } from '../../language/shape/fit-shape.ts'
import { describe } from '../../language/scalar-text.ts'

/**
 * A value for a child, in the type of its variable. If the value is `none`, the default counts, if there is one.
 *
 * @param name name of the value that the variable has become: `variables.network/cidr`
 * @throws EvaluationFailure with the place in the parent
 */
export function childVariable(declared: VariableDeclaration, name: string, given: Value, origin: Origin): Value {
  const isMarked = declared.secret || isSecret(given)
  const plain = isSecret(given) ? given.value : given
  const value = isUnknown(plain) ? plain : fitted(declared, name, plain, isMarked, origin)
  return isMarked ? secretFrom([given], value) : value
}

function fitted(
  { type, shape, allowedValues, default: fallback }: VariableDeclaration,
  name: string,
  given: Value,
  isMarked: boolean,
  origin: Origin,
): Value {
  const label = valueLabel(name)
  if (given === null) {
    if (fallback !== undefined) return fallback.value
    throw new EvaluationFailure('blueprint/missing-variable', origin, `${label} has no value: it is given none`)
  }
  if (shape !== undefined) {
    const made = fitShape(shape, given, { root: label, isHidden: isMarked })
    const [problem] = made.problems
    if (problem !== undefined)
      throw new EvaluationFailure(problem.code, origin, problem.sentence('its parent'), problem.hint)
    return made.value
  }
  const shown = (value: Value): string => describe(isMarked ? secret(value) : value)
  const value = type === 'array' || type === 'object' ? undefined : fitVariable(type, given)
  if (value === undefined) {
    const message = `${label} must be of the type ${type}, but it is given ${shown(given)}`
    throw new EvaluationFailure('blueprint/wrong-type', origin, message)
  }
  if (allowedValues.length === 0 || allowedValues.includes(value)) return value
  const near = typeof value === 'string' && !isMarked ? didYouMean(value, allowedValues.map(String)) : undefined
  const hint = near ?? `allowed: ${allowedValues.join(', ')}`
  throw new EvaluationFailure('blueprint/not-allowed', origin, `${label} does not allow ${shown(value)}`, hint)
}
