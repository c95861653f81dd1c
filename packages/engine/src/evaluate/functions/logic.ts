import { Secret, equalValues, isList, isSecret, isUnknown, secret } from '@slipway/model'
import type { Unknown, Value } from '@slipway/model'
import { FunctionProblem, isValue, marked, stored, value } from './argument.ts'
import type { Argument } from './argument.ts'
import { parameters } from './core-function.ts'
import type { CoreFunction, LazyArgument } from './core-function.ts'

export const logicFunctions: readonly CoreFunction[] = [
  {
    name: 'if',
    summary: 'The second argument when the first is true, else the third. The other one is not looked at.',
    parameters: parameters('condition: boolean', 'then: any', 'otherwise: any'),
    returns: 'any',
    lazy: ([condition, then, otherwise]) =>
      choose(condition === undefined ? null : stored(condition.value()), then, otherwise),
  },
  {
    name: 'eq',
    summary: 'Whether two values are equal. Values of different types never are; none is equal to none.',
    parameters: parameters('a: any', 'b: any'),
    returns: 'boolean',
    takesNone: true,
    call: ([a, b]) => equalValues(value(a), value(b)),
  },
  {
    name: 'and',
    summary: 'Whether all arguments are true. Looks no further than the first that is false.',
    parameters: parameters('…conditions: boolean'),
    returns: 'boolean',
    lazy: (args) => decide(args, false),
  },
  {
    name: 'or',
    summary: 'Whether one of the arguments is true. Looks no further than the first that is.',
    parameters: parameters('…conditions: boolean'),
    returns: 'boolean',
    lazy: (args) => decide(args, true),
  },
  {
    name: 'not',
    summary: 'True for false, false for true.',
    parameters: parameters('condition: boolean'),
    returns: 'boolean',
    takesNone: true,
    call: ([condition]) => condition !== true,
  },
  {
    name: 'coalesce',
    summary: 'The first argument that is not none.',
    parameters: parameters('…values: any'),
    returns: 'any',
    lazy: (args) => firstOf(args, (argument) => argument !== null),
  },
  {
    name: 'first',
    summary:
      'The first argument that is neither none nor an empty text nor an empty list; the last when there is none such.',
    parameters: parameters('…values: any'),
    returns: 'any',
    lazy: (args) => firstOf(args, (argument) => !isEmpty(argument)),
  },
]

function choose(condition: Value, then: LazyArgument | undefined, otherwise: LazyArgument | undefined): Argument {
  if (isSecret(condition)) return marked(choose(condition.value, then, otherwise))
  if (isUnknown(condition)) return condition
  const branch = asBoolean(condition) ? then : otherwise
  return branch?.value() ?? null
}

/** The answer as soon as one argument is `deciding`; unknown ones leave it open unless another decides. */
function decide(args: readonly LazyArgument[], deciding: boolean): Value {
  let open: Unknown | undefined
  let isSecretValue = false
  for (const argument of args) {
    const given = stored(argument.value())
    const plain = isSecret(given) ? given.value : given
    isSecretValue ||= isSecret(given)
    if (isUnknown(plain)) open ??= plain
    else if (asBoolean(plain) === deciding) return isSecretValue ? secret(deciding) : deciding
  }
  const answer = open ?? !deciding
  return isSecretValue ? secret(answer) : answer
}

/** Which of them it is tells something of those that were passed over: it is secret when one of these is. */
function firstOf(args: readonly LazyArgument[], isWanted: (argument: Argument) => boolean): Argument {
  let hasSecret = false
  let last: Argument = null
  for (const argument of args) {
    const given = argument.value()
    last = given instanceof Secret ? given.value : given
    hasSecret ||= given instanceof Secret
    if (isWanted(last)) break
  }
  return hasSecret ? marked(last) : last
}

function isEmpty(argument: Argument): boolean {
  return argument === null || argument === '' || (isValue(argument) && isList(argument) && argument.length === 0)
}

/** None counts as false. */
function asBoolean(given: Value): boolean {
  if (given === null) return false
  if (typeof given === 'boolean') return given
  throw new FunctionProblem('a condition is true or false; compare with eq(…) to get one')
}
