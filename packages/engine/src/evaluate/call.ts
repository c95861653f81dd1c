import {
  isList,
  isSecret,
  isUnknown,
  PartialFunction,
  secretFrom,
  secretPartsIn,
  Unknown,
  type FunctionDefinition,
  type Value,
} from '@slipway/model'
import { limits } from '@slipway/source'
import { prefixMinus, type Expression, type Origin } from '../language/expression.ts'
import {
  Bytes,
  FunctionProblem,
  FunctionValue,
  isMarked,
  isNone,
  isValue,
  keptValue,
  marked,
  secrecyOf,
  stored,
  stricter,
  unknownIn,
  unmarked,
} from './functions/argument.ts'
import type { Argument, Caller, Secrecy } from './functions/argument.ts'
import { filledTemplate } from './template.ts'
import { arity, isTemplate, signature } from './functions/core-function.ts'
import type { LazyArgument, OutsideFunction, PlainFunction } from './functions/core-function.ts'
import { coreFunctions } from './functions/table.ts'
import { bytesPerSize, sizeOf, stepsThrough } from '../language/bounded.ts'
import { listBytes, mapBytes } from '../language/budget.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { fitted, Misfit } from './fit.ts'
import { answered, madeBy, passed } from './function-values.ts'
import { inPlace, keepsNames } from './named-arguments.ts'
import type { CallExpression, FunctionExpression } from '../language/references.ts'
import { linkCalls } from '../language/link-calls.ts'
import type { Scope } from './scope.ts'

/** The name and place of a call. */
type Called = Pick<CallExpression, 'name' | 'origin' | 'sign'> & Partial<Pick<CallExpression, 'args'>>

type Evaluate = (expression: Expression, scope: Scope) => Argument

/**
 * Calls a function of the language or of a provider, with arguments from `evaluate`. Their number and names have been
 * checked.
 */
export function callFunction(call: CallExpression, scope: Scope, evaluate: Evaluate): Argument {
  if (call.name === 'link') return linkData(call, scope)
  const core = coreFunctions.get(call.name)
  const definition = core ?? scope.function?.(call.name)
  const args = inPlace(call.args, definition).map(({ name, value: written }): LazyArgument => {
    const value = (): Argument => evaluate(written, scope)
    return name === undefined ? { value } : { name, value }
  })
  const result = invoke(call, args, scope)
  if (core === undefined || !isTemplate(core)) return result
  return filledTemplate(call, stored(result), stored(args[1]?.value() ?? null), scope, evaluate)
}

/** The data of a link; none if one of the link's ends is left out on purpose. */
function linkData(call: CallExpression, scope: Scope): Argument {
  const [link] = linkCalls(call)
  if (link === undefined) return null
  const data = scope.link?.(link.a, link.b)
  return data === undefined ? new Unknown(`link(${link.a}, ${link.b})`) : data
}

/** Calls a function with known arguments, whose number has not been checked. */
export function callWith(name: string, args: readonly Argument[], scope: Scope): Argument {
  return new ScopedCaller({ name, origin: nowhere }, scope, false).call(name, args)
}

/** Calls a function that another function has returned. */
export function applyTo(given: FunctionValue, args: readonly Argument[], scope: Scope): Argument {
  return new ScopedCaller({ name: given.name, origin: nowhere }, scope, false).apply(given, args)
}

const nowhere: Origin = { start: 0, end: 0 }

/** A function that is passed as an argument, by its name. */
export function functionNamed({ name }: FunctionExpression, scope: Scope): FunctionValue {
  const parameters = (coreFunctions.get(name) ?? scope.function?.(name))?.parameters ?? []
  const takes = parameters.filter(({ variadic }) => variadic !== true).length
  const partial = new PartialFunction(name, [])
  return new FunctionValue(name, takes, (args, caller) => caller.call(name, args), 'open', partial)
}

function invoke(called: Called, args: readonly LazyArgument[], scope: Scope): Argument {
  const core = coreFunctions.get(called.name)
  const { budget } = scope
  if (core !== undefined && 'lazy' in core) {
    if (core.returns === 'list') budget.takeBytes(listBytes(args.length))
    if (core.returns === 'object') budget.takeBytes(mapBytes(args.length))
    return explained(
      called,
      args.length,
      core,
      () => false,
      () => core.lazy(args),
    )
  }
  const given = args.map(({ value }) => value())
  for (const argument of given) budget.takeSteps(stepsOf(argument))
  if (core === undefined) return callProvider(called, given, scope)
  // A call with too few arguments has been reported already.
  if (given.length < arity(core).least) return new Unknown(`${called.name}(…)`)
  return 'answered' in core ? callOutside(core, called, given, scope) : callPlain(core, called, given, scope)
}

/** Asks the provider `core`, unless an argument is none. */
function callOutside(core: OutsideFunction, called: Called, given: readonly Argument[], scope: Scope): Argument {
  if (given.some(isNone)) return keptValue(null, secrecyOf(given))
  const answer = askProvider(called, core.asks?.(given) ?? given, scope, core)
  const plain = isSecret(answer) ? answer.value : answer
  if (isUnknown(plain)) return answer
  scope.budget.takeBytes(sizeOf(plain))
  const result = core.answered(plain)
  return isSecret(answer) ? marked(result, secrecyOf([answer])) : result
}

function stepsOf(argument: Argument): number {
  if (argument instanceof Bytes) return argument.content.length / 16
  return isValue(argument) ? stepsThrough(argument) : 1
}

function callPlain(core: PlainFunction, called: Called, given: readonly Argument[], scope: Scope): Argument {
  const { budget } = scope
  const secrecy = secrecyOf(given)
  const isSecretCall = secrecy !== 'open'
  const args = isSecretCall ? given.map(unmarked) : given
  if (core.takesNone !== true && args.includes(null)) return keptValue(null, secrecy)
  const unknown = unknownIn(args)
  if (unknown !== undefined) return keptValue(unknown, secrecy)
  const caller = new ScopedCaller(called, scope, isSecretCall)
  const result = explained(
    called,
    args.length,
    core,
    () => isSecretCall || caller.met !== 'open',
    () => {
      const ready = args.map((argument, index) =>
        argument === null ? null : fitted(core, index, argument, core.takesBytes),
      )
      const size = core.size?.(ready) ?? 0
      if (size > limits.characters)
        throw new FunctionProblem(`its result would come to more than ${limits.characters} characters`)
      budget.takeBytes(core.returns === 'string' ? size : bytesPerSize * size)
      budget.takeSteps(core.steps?.(ready) ?? 0)
      const made = core.call(ready, caller)
      return made instanceof FunctionValue ? madeBy(core.name, ready, made) : made
    },
  )
  const strictest = stricter(secrecy, caller.met)
  return isSecretCall && typeof result === 'string'
    ? keptValue(result, strictest, secretPartsIn(result, given.filter(isValue)))
    : marked(result, strictest)
}

/** Makes calls for a function that takes functions, with its place and its budget. */
class ScopedCaller implements Caller {
  readonly #called: Called
  readonly #scope: Scope
  /** True if an argument was secret, so that messages must not quote it. The caller marks the whole result as secret. */
  readonly isSecret: boolean
  readonly budget
  /** The secrecy of the values that applied functions have read themselves. The whole result needs at least this secrecy. */
  met: Secrecy = 'open'

  constructor(called: Called, scope: Scope, isSecretCall: boolean) {
    this.#called = called
    this.#scope = scope
    this.isSecret = isSecretCall
    this.budget = scope.budget
  }

  /** Calls a function whose number of arguments has not been checked. A call with too few arguments is refused; superfluous arguments are dropped. */
  call(name: string, args: readonly Argument[]): Argument {
    const definition = coreFunctions.get(name) ?? this.#scope.function?.(name)
    const { least, most } = definition === undefined ? { least: 0, most: Infinity } : arity(definition)
    if (definition !== undefined && isTemplate(definition))
      throw new FunctionProblem(`${name} cannot be passed to another function: call it in a short function`)
    if (args.length < least)
      throw new FunctionProblem(`${name} needs ${least} arguments, but is given ${args.length} here`)
    if (definition !== undefined && keepsNames(definition) && args.length > 0)
      throw new FunctionProblem(`${name} needs a name for each of its arguments: ${name}(key = value)`)
    const taken = args.slice(0, most).map((argument) => {
      const given = this.isSecret ? marked(argument) : argument
      return { value: () => given }
    })
    const result = invoke({ name, origin: this.#called.origin }, taken, this.#scope)
    return this.isSecret ? this.#meet(result) : result
  }

  apply(given: FunctionValue, args: readonly Argument[]): Argument {
    this.#scope.budget.takeSteps()
    return this.#meet(given.call(args, this))
  }

  /** A result without its mark of secrecy. The whole result gets the mark instead. */
  #meet(result: Argument): Argument {
    if (!isMarked(result)) return result
    this.met = stricter(this.met, secrecyOf([result]))
    return unmarked(result)
  }
}

/** Asks a provider, like `askProvider`, but the answer may be a function. */
function callProvider(called: Called, given: readonly Argument[], scope: Scope): Argument {
  const answer = askProvider(called, given, scope, scope.function?.(called.name))
  return isSecret(answer) ? marked(answered(answer.value), secrecyOf([answer])) : answered(answer)
}

/** The provider's answer, if the scope has it. If an argument was secret, the answer is secret, too. */
function askProvider(
  called: Called,
  given: readonly Argument[],
  scope: Scope,
  definition: FunctionDefinition | undefined,
): Value {
  const secrecy = secrecyOf(given)
  const args =
    definition === undefined
      ? given.map(passed)
      : explained(
          called,
          given.length,
          definition,
          () => secrecy !== 'open',
          () => given.map((argument, index) => fitPassed(definition, index, argument)),
        )
  const answer = isList(args) ? (unknownIn(args) ?? scope.call?.(called.name, args, called.origin)) : args
  const known = answer === undefined ? new Unknown(`${called.name}(…)`) : answer
  return keptValue(known, secrecy)
}

function fitPassed(definition: FunctionDefinition, index: number, argument: Argument): Value {
  return argument instanceof FunctionValue
    ? passed(fitted(definition, index, argument))
    : fitMarked(definition, index, stored(argument))
}

/** Fits a value, like `fitted`. Unknown values pass, and secrets stay marked. */
function fitMarked(definition: FunctionDefinition, index: number, value: Value): Value {
  if (isUnknown(value)) return value
  return isSecret(value)
    ? secretFrom([value], fitMarked(definition, index, value.value))
    : stored(fitted(definition, index, value))
}

/**
 * Adds the place to a function's own message. If an argument is secret, the message is dropped, because it could reveal the secret. A wrong number
 * of arguments has been reported already, so its consequences are not reported.
 */
function explained<T>(
  called: Called,
  count: number,
  definition: FunctionDefinition,
  isSecretCall: () => boolean,
  work: () => T,
): T | Unknown {
  try {
    return work()
  } catch (thrown) {
    if (!(thrown instanceof FunctionProblem)) throw thrown
    const { least, most } = arity(definition)
    if (count < least || count > most) return new Unknown(`${called.name}(…)`)
    throw failed(called, thrown, definition, isSecretCall())
  }
}

function failed(
  called: Called,
  problem: FunctionProblem,
  definition: FunctionDefinition,
  isSecretCall: boolean,
): EvaluationFailure {
  const { name, origin, sign } = called
  if (sign !== undefined) return misfit(called, sign, problem, isSecretCall)
  const why = isSecretCall ? 'it refused an argument that is secret' : problem.message
  const hint = `call it as ${signature(definition)}`
  return new EvaluationFailure('blueprint/function-failed', origin, `${name}: ${why}`, hint, isSecretCall)
}

const sideWords = ['left', 'right']

/** The failure of an operator with a value that it cannot use, in words about its sides. */
function misfit(
  { name, origin, sign, args }: Called,
  written: string,
  problem: FunctionProblem,
  isSecretCall: boolean,
): EvaluationFailure {
  const shown = sign === prefixMinus ? '-' : written
  if (!(problem instanceof Misfit)) {
    const why = isSecretCall ? 'it refused a value that is secret' : problem.message
    return new EvaluationFailure('blueprint/function-failed', origin, `"${shown}": ${why}`, undefined, isSecretCall)
  }
  const { index, given } = problem
  const side = args?.[index]?.value.origin ?? origin
  const what = sign === prefixMinus || sign === '!' ? 'what follows' : `its ${sideWords[index] ?? 'last'} side`
  const wanted = name === 'not' ? 'true or false' : name === 'eq' ? 'values' : 'numbers'
  const message = `"${shown}" works with ${wanted}, but ${what} is ${isSecretCall ? 'a secret of another type' : given}`
  const hint = name === 'add' ? addHint : sign === '!' ? undefined : 'tonumber(text) turns text into a number'
  return new EvaluationFailure('blueprint/function-failed', side, message, hint, isSecretCall)
}

const addHint = 'join strings by writing them side by side, "${a}${b}", lists with concat(a, b), maps with merge(a, b)'

/** Turns a function's result into a value that can be kept. @throws EvaluationFailure for a function, and for bytes that are no text */
export function storedAt(argument: Argument, origin: Origin): Value {
  try {
    return stored(argument)
  } catch (thrown) {
    if (!(thrown instanceof FunctionProblem)) throw thrown
    const isFunction = argument instanceof FunctionValue
    const hint = isFunction
      ? 'pass the function to map, filter, reduce, sort, flatmap, compose or pipe, in the same ${…}'
      : undefined
    const message = !isFunction && isMarked(argument) ? 'the bytes are not text in UTF-8' : thrown.message
    throw new EvaluationFailure(isFunction ? 'blueprint/function-value' : 'blueprint/not-text', origin, message, hint)
  }
}
