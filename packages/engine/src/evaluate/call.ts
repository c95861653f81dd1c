import { isList, isSecret, isUnknown, PartialFunction, secret, Unknown } from '@slipway/model'
import type { FunctionDefinition, Value } from '@slipway/model'
import { limits } from '@slipway/source'
import type { Expression, Origin } from '../language/expression.ts'
import {
  Bytes,
  FunctionProblem,
  FunctionValue,
  isMarked,
  isNone,
  isValue,
  marked,
  stored,
  unknownIn,
  unmarked,
} from './functions/argument.ts'
import type { Argument, Caller } from './functions/argument.ts'
import { arity, signature } from './functions/core-function.ts'
import type { LazyArgument, OutsideFunction, PlainFunction } from './functions/core-function.ts'
import { coreFunctions } from './functions/table.ts'
import { bytesPerSize, sizeOf, stepsThrough } from '../language/bounded.ts'
import { listBytes, mapBytes } from '../language/budget.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { fitted } from './fit.ts'
import { answered, madeBy, passed } from './function-values.ts'
import { inPlace } from './named-arguments.ts'
import type { CallExpression, FunctionExpression } from '../language/references.ts'
import { linkCalls } from '../language/link-calls.ts'
import type { Scope } from './scope.ts'

/** Which function is called, and where. */
type Called = Pick<CallExpression, 'name' | 'origin'>

type Evaluate = (expression: Expression, scope: Scope) => Argument

/**
 * Calls a function of the language or of a provider, with arguments that `evaluate` works out. Their number and names
 * have been checked.
 */
export function callFunction(call: CallExpression, scope: Scope, evaluate: Evaluate): Argument {
  if (call.name === 'link') return linkData(call, scope)
  const definition = coreFunctions.get(call.name) ?? scope.function?.(call.name)
  const args = inPlace(call.args, definition).map(({ name, value: written }): LazyArgument => {
    const value = (): Argument => evaluate(written, scope)
    return name === undefined ? { value } : { name, value }
  })
  return invoke(call, args, scope)
}

/** An end that is not there on purpose leaves none. */
function linkData(call: CallExpression, scope: Scope): Argument {
  const [link] = linkCalls(call)
  if (link === undefined) return null
  const data = scope.link?.(link.a, link.b)
  return data === undefined ? new Unknown(`link(${link.a}, ${link.b})`) : data
}

/** Calls a function with arguments that are known; nobody has checked how many there are. */
export function callWith(name: string, args: readonly Argument[], scope: Scope): Argument {
  return new ScopedCaller({ name, origin: nowhere }, scope, false).call(name, args)
}

/** Calls a function that another one has given. */
export function applyTo(given: FunctionValue, args: readonly Argument[], scope: Scope): Argument {
  return new ScopedCaller({ name: given.name, origin: nowhere }, scope, false).apply(given, args)
}

const nowhere: Origin = { start: 0, end: 0 }

/** A function that is an argument by its name. */
export function functionNamed({ name }: FunctionExpression, scope: Scope): FunctionValue {
  const parameters = (coreFunctions.get(name) ?? scope.function?.(name))?.parameters ?? []
  const takes = parameters.filter(({ variadic }) => variadic !== true).length
  const partial = new PartialFunction(name, [])
  return new FunctionValue(name, takes, (args, caller) => caller.call(name, args), false, partial)
}

function invoke(called: Called, args: readonly LazyArgument[], scope: Scope): Argument {
  const core = coreFunctions.get(called.name)
  const { budget } = scope
  if (core !== undefined && 'lazy' in core) {
    if (core.returns === 'list') budget.takeBytes(listBytes(args.length))
    if (core.returns === 'object') budget.takeBytes(mapBytes(args.length))
    return explained(called, args.length, core, false, () => core.lazy(args))
  }
  const given = args.map(({ value }) => value())
  for (const argument of given) budget.takeSteps(stepsOf(argument))
  if (core === undefined) return callProvider(called, given, scope)
  // Too few have been reported; what the function would make of those that are missing is nobody's concern.
  if (given.length < arity(core).least) return new Unknown(`${called.name}(…)`)
  return 'answered' in core ? callOutside(core, called, given, scope) : callPlain(core, called, given, scope)
}

/** The answer of the provider `core`; none is not worth a question. */
function callOutside(core: OutsideFunction, called: Called, given: readonly Argument[], scope: Scope): Argument {
  if (given.some(isNone)) return given.some(isMarked) ? secret(null) : null
  const answer = askProvider(called, given, scope, core)
  const plain = isSecret(answer) ? answer.value : answer
  if (isUnknown(plain)) return answer
  scope.budget.takeBytes(sizeOf(plain))
  const result = core.answered(plain)
  return isSecret(answer) ? marked(result) : result
}

function stepsOf(argument: Argument): number {
  if (argument instanceof Bytes) return argument.content.length / 16
  return isValue(argument) ? stepsThrough(argument) : 1
}

function callPlain(core: PlainFunction, called: Called, given: readonly Argument[], scope: Scope): Argument {
  const { budget } = scope
  const isSecretCall = given.some(isMarked)
  const args = isSecretCall ? given.map(unmarked) : given
  if (core.takesNone !== true && args.includes(null)) return isSecretCall ? secret(null) : null
  const unknown = unknownIn(args)
  if (unknown !== undefined) return isSecretCall ? secret(unknown) : unknown
  const result = explained(called, args.length, core, isSecretCall, () => {
    const ready = args.map((argument, index) =>
      argument === null ? null : fitted(core, index, argument, core.takesBytes),
    )
    const size = core.size?.(ready) ?? 0
    if (size > limits.characters)
      throw new FunctionProblem(`its result would come to more than ${limits.characters} characters`)
    budget.takeBytes(core.returns === 'string' ? size : bytesPerSize * size)
    const made = core.call(ready, new ScopedCaller(called, scope, isSecretCall))
    return made instanceof FunctionValue ? madeBy(core.name, ready, made) : made
  })
  return isSecretCall ? marked(result) : result
}

/** Calls for a function that was given functions, in its place and under its budget. */
class ScopedCaller implements Caller {
  readonly #called: Called
  readonly #scope: Scope
  /** An argument was secret, so messages must not quote it. The caller marks the whole result. */
  readonly #isSecret: boolean

  constructor(called: Called, scope: Scope, isSecretCall: boolean) {
    this.#called = called
    this.#scope = scope
    this.#isSecret = isSecretCall
  }

  /** Nobody has checked the number of arguments before: too few are refused, more than it takes are not passed on. */
  call(name: string, args: readonly Argument[]): Argument {
    const definition = coreFunctions.get(name) ?? this.#scope.function?.(name)
    const { least, most } = definition === undefined ? { least: 0, most: Infinity } : arity(definition)
    if (args.length < least)
      throw new FunctionProblem(`${name} needs ${least} arguments, but is given ${args.length} here`)
    const taken = args.slice(0, most).map((argument) => {
      const given = this.#isSecret ? marked(argument) : argument
      return { value: () => given }
    })
    const result = invoke({ name, origin: this.#called.origin }, taken, this.#scope)
    return this.#isSecret ? unmarked(result) : result
  }

  apply(given: FunctionValue, args: readonly Argument[]): Argument {
    this.#scope.budget.takeSteps()
    return given.call(args, this)
  }
}

/** As `askProvider`; the answer may be a function. */
function callProvider(called: Called, given: readonly Argument[], scope: Scope): Argument {
  const answer = askProvider(called, given, scope, scope.function?.(called.name))
  return isSecret(answer) ? marked(answered(answer.value)) : answered(answer)
}

/** The provider's answer when the scope has it; what went in secret comes out secret. */
function askProvider(
  called: Called,
  given: readonly Argument[],
  scope: Scope,
  definition: FunctionDefinition | undefined,
): Value {
  const isSecretCall = given.some(isMarked)
  const args =
    definition === undefined
      ? given.map(passed)
      : explained(called, given.length, definition, isSecretCall, () =>
          given.map((argument, index) => fitPassed(definition, index, argument)),
        )
  const answer = isList(args) ? (unknownIn(args) ?? scope.call?.(called.name, args, called.origin)) : args
  const known = answer === undefined ? new Unknown(`${called.name}(…)`) : answer
  return isSecretCall ? secret(known) : known
}

function fitPassed(definition: FunctionDefinition, index: number, argument: Argument): Value {
  return argument instanceof FunctionValue
    ? passed(fitted(definition, index, argument))
    : fitMarked(definition, index, stored(argument))
}

/** As `fitted`; what is not known yet passes, and what is secret stays marked. */
function fitMarked(definition: FunctionDefinition, index: number, value: Value): Value {
  if (isUnknown(value)) return value
  return isSecret(value) ? secret(fitMarked(definition, index, value.value)) : stored(fitted(definition, index, value))
}

/**
 * Gives a function's own words a place; words about a secret argument could tell it, so they are dropped. A wrong number
 * of arguments has been reported as such, and what comes of it is not worth more words.
 */
function explained<T>(
  called: Called,
  count: number,
  definition: FunctionDefinition,
  isSecretCall: boolean,
  work: () => T,
): T | Unknown {
  try {
    return work()
  } catch (thrown) {
    if (!(thrown instanceof FunctionProblem)) throw thrown
    const { least, most } = arity(definition)
    if (count < least || count > most) return new Unknown(`${called.name}(…)`)
    throw failed(called, isSecretCall ? 'it refused an argument that is secret' : thrown.message, definition)
  }
}

function failed({ name, origin }: Called, why: string, definition: FunctionDefinition): EvaluationFailure {
  const hint = `it is called as ${signature(definition)}`
  return new EvaluationFailure('blueprint/function-failed', origin, `${name}: ${why}`, hint)
}

/** Turns a function's result into a value that can be kept. @throws EvaluationFailure for a function, and for bytes that are no text */
export function storedAt(argument: Argument, origin: Origin): Value {
  try {
    return stored(argument)
  } catch (thrown) {
    if (!(thrown instanceof FunctionProblem)) throw thrown
    const isFunction = argument instanceof FunctionValue
    const hint = isFunction
      ? 'give it to map, filter, reduce, sort, flatmap, compose or pipe, in the same ${…}'
      : undefined
    const message = !isFunction && isMarked(argument) ? 'the bytes are not text in UTF-8' : thrown.message
    throw new EvaluationFailure(isFunction ? 'blueprint/function-value' : 'blueprint/not-text', origin, message, hint)
  }
}
