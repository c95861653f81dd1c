import {
  Unknown,
  containsSecret,
  isList,
  isMap,
  isSecret,
  isUnknown,
  revealed,
  secret,
  someValue,
} from '@slipway/model'
import type { FunctionDefinition, FunctionParameter, Value } from '@slipway/model'
import { limits } from '@slipway/source'
import type { Expression } from '../language/expression.ts'
import { arity, FunctionProblem, signature } from './functions/core-function.ts'
import type { LazyArgument, PlainFunction } from './functions/core-function.ts'
import { coreFunctions } from './functions/table.ts'
import { stepsThrough } from '../language/bounded.ts'
import { listBytes, mapBytes } from '../language/budget.ts'
import { EvaluationFailure } from '../language/failure.ts'
import type { CallExpression } from '../language/references.ts'
import { describe, scalarText } from '../language/scalar-text.ts'
import type { Scope } from './scope.ts'

/** Parts of lists and maps take more room than {@link bounded} counts for them. */
const bytesPerSize = 4

type Evaluate = (expression: Expression, scope: Scope) => Value

/**
 * Calls a function of the language or of a provider, with arguments that `evaluate` works out. Their number and names
 * have been checked.
 */
export function callFunction(call: CallExpression, scope: Scope, evaluate: Evaluate): Value {
  const core = coreFunctions.get(call.name)
  const { budget } = scope
  if (core === undefined || 'call' in core) {
    const args = call.args.map(({ value }) => evaluate(value, scope))
    for (const value of args) budget.takeSteps(stepsThrough(value))
    return core === undefined ? callProvider(call, args, scope) : callPlain(core, call, args, scope)
  }
  if (core.returns === 'list') budget.takeBytes(listBytes(call.args.length))
  if (core.returns === 'object') budget.takeBytes(mapBytes(call.args.length))
  const args = call.args.map(({ name, value }): LazyArgument => ({
    ...(name === undefined ? {} : { name }),
    value: () => evaluate(value, scope),
  }))
  return explained(call, core, false, () => core.lazy(args))
}

function callPlain(core: PlainFunction, call: CallExpression, marked: readonly Value[], { budget }: Scope): Value {
  const isMarked = marked.some(containsSecret)
  const unknown = firstUnknown(marked)
  if (unknown !== undefined) return isMarked ? secret(unknown) : unknown
  const args = isMarked ? marked.map(revealed) : marked
  const result = explained(call, core, isMarked, () => {
    const fitted = args.map((value, index) => fit(core, index, value))
    const size = core.size?.(fitted) ?? 0
    if (size > limits.characters)
      throw new FunctionProblem(`its result would come to more than ${limits.characters} characters`)
    budget.takeBytes(core.returns === 'string' ? size : bytesPerSize * size)
    return core.call(fitted)
  })
  return isMarked ? secret(result) : result
}

/** The provider's answer when the scope has it; what went in secret comes out secret. */
function callProvider(call: CallExpression, given: readonly Value[], scope: Scope): Value {
  const isMarked = given.some(containsSecret)
  const definition = scope.function?.(call.name)
  const args =
    definition === undefined
      ? given
      : explained(call, definition, isMarked, () => given.map((value, index) => fitMarked(definition, index, value)))
  const answer = isList(args) ? (firstUnknown(args) ?? scope.call?.(call.name, args)) : args
  const known = answer === undefined ? new Unknown(`${call.name}(…)`) : answer
  return isMarked ? secret(known) : known
}

/** As `fit`; what is not known yet passes, and what is secret stays marked. */
function fitMarked(definition: FunctionDefinition, index: number, value: Value): Value {
  if (isUnknown(value)) return value
  return isSecret(value) ? secret(fitMarked(definition, index, value.value)) : fit(definition, index, value)
}

function firstUnknown(values: readonly Value[]): Unknown | undefined {
  let found: Unknown | undefined
  const isFirst = (value: Value) => {
    if (isUnknown(value)) found = value
    return found !== undefined
  }
  for (const value of values) if (someValue(value, isFirst)) return found
  return undefined
}

/** Converts an argument to the type of its parameter, or refuses it. A number given for text is its digits. */
function fit({ parameters }: FunctionDefinition, index: number, value: Value): Value {
  const parameter = parameters[Math.min(index, parameters.length - 1)]
  if (parameter === undefined || parameter.type === 'any') return value
  if (value === null && parameter.allowNull === true) return value
  const fitted = converted(parameter, value)
  if (fitted !== undefined) return fitted
  throw new FunctionProblem(
    `its argument "${parameter.name}" is ${/^[aio]/.test(parameter.type) ? 'an' : 'a'} ${parameter.type}, and it was given ${describe(value)}`,
  )
}

function converted({ type }: FunctionParameter, value: Value): Value | undefined {
  switch (type) {
    case 'string':
      return value === null ? undefined : scalarText(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value) ? value : undefined
    case 'float':
      return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
    case 'list':
      return isList(value) ? value : undefined
    case 'map':
    case 'object':
      return isMap(value) ? value : undefined
    case 'function':
    case 'any':
      return value
  }
}

/**
 * Gives a function's own words a place; words about a secret argument could tell it, so they are dropped. A wrong number
 * of arguments has been reported as such, and what comes of it is not worth more words.
 */
function explained(call: CallExpression, definition: FunctionDefinition, isMarked: boolean, work: () => Value): Value {
  try {
    return work()
  } catch (thrown) {
    if (!(thrown instanceof FunctionProblem)) throw thrown
    const { least, most } = arity(definition)
    if (call.args.length < least || call.args.length > most) return new Unknown(`${call.name}(…)`)
    const why = isMarked ? 'it refused an argument that is secret' : thrown.message
    const hint = `it is called as ${signature(definition)}`
    throw new EvaluationFailure('blueprint/function-failed', call.origin, `${call.name}: ${why}`, hint)
  }
}
