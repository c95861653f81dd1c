import { equalValues, isSecret, isUnknown, secret } from '@slipway/model'
import type { Unknown, Value } from '@slipway/model'
import { FunctionProblem, parameters } from './core-function.ts'
import type { CoreFunction, LazyArgument } from './core-function.ts'

export const logicFunctions: readonly CoreFunction[] = [
  {
    name: 'if',
    summary: 'The second argument when the first is true, else the third. The other one is not looked at.',
    parameters: parameters('condition: boolean', 'then: any', 'otherwise: any'),
    returns: 'any',
    lazy: ([condition, then, otherwise]) => choose(condition?.value() ?? null, then, otherwise),
  },
  {
    name: 'eq',
    summary: 'Whether two values are equal. Values of different types never are.',
    parameters: parameters('a: any', 'b: any'),
    returns: 'boolean',
    call: ([a = null, b = null]) => equalValues(a, b),
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
    call: ([condition]) => condition !== true,
  },
  {
    name: 'coalesce',
    summary: 'The first argument that is not none.',
    parameters: parameters('…values: any'),
    returns: 'any',
    lazy: firstGiven,
  },
]

function choose(condition: Value, then: LazyArgument | undefined, otherwise: LazyArgument | undefined): Value {
  if (isSecret(condition)) return secret(choose(condition.value, then, otherwise))
  if (isUnknown(condition)) return condition
  const branch = asBoolean(condition) ? then : otherwise
  return branch?.value() ?? null
}

/** The answer as soon as one argument is `deciding`; unknown ones leave it open unless another decides. */
function decide(args: readonly LazyArgument[], deciding: boolean): Value {
  let open: Unknown | undefined
  let isMarked = false
  for (const { value } of args) {
    const marked = value()
    const plain = isSecret(marked) ? marked.value : marked
    isMarked ||= isSecret(marked)
    if (isUnknown(plain)) open ??= plain
    else if (asBoolean(plain) === deciding) return mark(deciding, isMarked)
  }
  return mark(open ?? !deciding, isMarked)
}

function firstGiven(args: readonly LazyArgument[]): Value {
  let isMarked = false
  for (const { value } of args) {
    const marked = value()
    const plain = isSecret(marked) ? marked.value : marked
    isMarked ||= isSecret(marked)
    if (plain !== null) return mark(plain, isMarked)
  }
  return mark(null, isMarked)
}

function mark(value: Value, isSecretValue: boolean): Value {
  return isSecretValue ? secret(value) : value
}

function asBoolean(value: Value): boolean {
  if (typeof value === 'boolean') return value
  throw new FunctionProblem('a condition is true or false; compare with eq(…) to get one')
}
