import { Secret, equalValues, isList, isSecret, isUnknown, type Unknown, type Value } from '@slipway/model'
import { FunctionProblem, isValue, keptValue, marked, secrecyOf, stored, stricter, value } from './argument.ts'
import type { Argument, Secrecy } from './argument.ts'
import { parameters } from './core-function.ts'
import type { CoreFunction, LazyArgument } from './core-function.ts'

export const logicFunctions: readonly CoreFunction[] = [
  {
    name: 'if',
    summary:
      'Returns the second argument if the first is true, otherwise the third. The argument that is not returned is not evaluated.',
    parameters: parameters('condition: boolean', 'then: any', 'otherwise: any'),
    returns: 'any',
    lazy: ([condition, then, otherwise]) =>
      choose(condition === undefined ? null : stored(condition.value()), then, otherwise),
  },
  {
    name: 'eq',
    summary: 'Returns whether two values are equal. Values of different types are never equal. None equals none.',
    parameters: parameters('a: any', 'b: any'),
    returns: 'boolean',
    takesNone: true,
    call: ([a, b]) => equalValues(value(a), value(b)),
  },
  {
    name: 'and',
    summary: 'Returns whether all arguments are true. Stops at the first argument that is false.',
    parameters: parameters('…conditions: boolean'),
    returns: 'boolean',
    lazy: (args) => decide(args, false),
  },
  {
    name: 'or',
    summary: 'Returns whether at least one argument is true. Stops at the first argument that is true.',
    parameters: parameters('…conditions: boolean'),
    returns: 'boolean',
    lazy: (args) => decide(args, true),
  },
  {
    name: 'not',
    summary: 'Returns true for false, and false for true.',
    parameters: parameters('condition: boolean'),
    returns: 'boolean',
    takesNone: true,
    call: ([condition]) => condition !== true,
  },
  {
    name: 'coalesce',
    summary: 'Returns the first argument that is not none.',
    parameters: parameters('…values: any'),
    returns: 'any',
    lazy: (args) => firstOf(args, (argument) => argument !== null),
  },
  {
    name: 'first',
    summary:
      'Returns the first argument that is not none, an empty string or an empty list. If there is no such argument, returns the last one.',
    parameters: parameters('…values: any'),
    returns: 'any',
    lazy: (args) => firstOf(args, (argument) => !isEmpty(argument)),
  },
]

function choose(condition: Value, then: LazyArgument | undefined, otherwise: LazyArgument | undefined): Argument {
  if (isSecret(condition)) return marked(choose(condition.value, then, otherwise), secrecyOf([condition]))
  if (isUnknown(condition)) return condition
  const branch = asBoolean(condition) ? then : otherwise
  return branch?.value() ?? null
}

/**
 * The result of `and` or `or`: the first argument that equals `deciding` determines it. Unknown arguments leave it open unless another argument
 * determines it.
 */
function decide(args: readonly LazyArgument[], deciding: boolean): Value {
  let open: Unknown | undefined
  let secrecy: Secrecy = 'open'
  for (const argument of args) {
    const given = stored(argument.value())
    const plain = isSecret(given) ? given.value : given
    secrecy = stricter(secrecy, secrecyOf([given]))
    if (isUnknown(plain)) open ??= plain
    else if (asBoolean(plain) === deciding) return keptValue(deciding, secrecy)
  }
  return keptValue(open ?? !deciding, secrecy)
}

/** The first wanted argument. The choice reveals something about the skipped arguments, so the result is secret if one of them is secret. */
function firstOf(args: readonly LazyArgument[], isWanted: (argument: Argument) => boolean): Argument {
  let secrecy: Secrecy = 'open'
  let last: Argument = null
  for (const argument of args) {
    const given = argument.value()
    last = given instanceof Secret ? given.value : given
    if (given instanceof Secret) secrecy = stricter(secrecy, secrecyOf([given]))
    if (isWanted(last)) break
  }
  return marked(last, secrecy)
}

function isEmpty(argument: Argument): boolean {
  return argument === null || argument === '' || (isValue(argument) && isList(argument) && argument.length === 0)
}

/** A value as a boolean. None counts as false. */
function asBoolean(given: Value): boolean {
  if (given === null) return false
  if (typeof given === 'boolean') return given
  throw new FunctionProblem('a condition is true or false; compare with eq(…) to get one')
}
