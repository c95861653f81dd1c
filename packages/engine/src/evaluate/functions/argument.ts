import {
  Secret,
  Unknown,
  containsSecret,
  isList,
  isMap,
  revealed,
  secret,
  someValue,
  type PartialFunction,
  type Value,
  type ValueMap,
} from '@slipway/model'
import type { Budget } from '../../language/budget.ts'

/**
 * Functions take and return values, bytes or functions. Bytes and functions only exist while an expression is evaluated, and cannot be
 * stored.
 */
export type Argument = Value | Bytes | FunctionValue

/** Raw bytes, from a file or decoded. Outside of functions, they become the text that they encode in UTF-8. */
export class Bytes {
  readonly content: Uint8Array
  /** True if the bytes come from a secret. */
  readonly isSecret: boolean

  constructor(content: Uint8Array, isSecret = false) {
    this.content = content
    this.isSecret = isSecret
  }

  /** @throws FunctionProblem when the bytes are not text */
  text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.content)
    } catch {
      throw new FunctionProblem('the bytes are not text in UTF-8; base64encode(…) makes text of any bytes')
    }
  }
}

/** A function as an argument of another: `to_upper`, `getattr("id")`. */
export class FunctionValue {
  /** The name as written, without arguments, for messages. */
  readonly name: string
  /** The number of arguments of a call; a second one is the index of an item. */
  readonly takes: number
  readonly call: (args: readonly Argument[], caller: Caller) => Argument
  readonly isSecret: boolean
  /** The form for plugins; absent if only the language can call it. */
  readonly partial: PartialFunction | undefined

  constructor(name: string, takes: number, call: FunctionValue['call'], isSecret = false, partial?: PartialFunction) {
    this.name = name
    this.takes = takes
    this.call = call
    this.isSecret = isSecret
    this.partial = partial
  }
}

/** Calls functions for a function that takes some, and charges the budget. */
export interface Caller {
  /** True if an argument was secret, so that the arguments of a short function must be marked. Its result is not. */
  readonly isSecret: boolean
  /** For work whose price only shows when it is done. */
  readonly budget: Budget
  /** A function of the language or of a provider, by its name. The answer may be unknown. */
  call(name: string, args: readonly Argument[]): Argument
  apply(given: FunctionValue, args: readonly Argument[]): Argument
}

/** Thrown by a function that cannot work with an argument of the right type. A sentence without the function's name. */
export class FunctionProblem extends Error {}

export function isValue(argument: Argument): argument is Value {
  return !(argument instanceof Bytes) && !(argument instanceof FunctionValue)
}

/** Turns an argument into a value that can be kept; bytes become text. @throws FunctionProblem for a function, and for bytes that are no text */
export function stored(argument: Argument): Value {
  if (argument instanceof FunctionValue)
    throw new FunctionProblem(`${argument.name} is a function: only another function can take it`)
  if (!(argument instanceof Bytes)) return argument
  return argument.isSecret ? secret(argument.text()) : argument.text()
}

export function isMarked(argument: Argument): boolean {
  return isValue(argument) ? containsSecret(argument) : argument.isSecret
}

export function marked(argument: Argument): Argument {
  if (argument instanceof Bytes) return new Bytes(argument.content, true)
  if (argument instanceof FunctionValue) {
    const { name, takes, call, partial } = argument
    return new FunctionValue(name, takes, call, true, partial)
  }
  return secret(argument)
}

export function unmarked(argument: Argument): Argument {
  return isValue(argument) ? revealed(argument) : argument
}

/** The first unknown, at any depth. */
export function unknownIn(args: Iterable<Argument>): Unknown | undefined {
  let found: Unknown | undefined
  const isFirst = (part: Value) => {
    if (part instanceof Unknown) found = part
    return found !== undefined
  }
  for (const argument of args) if (isValue(argument) && someValue(argument, isFirst)) return found
  return undefined
}

/** True for none, which is left out of lists and maps. */
export function isNone(argument: Argument): boolean {
  return argument === null || (argument instanceof Secret && argument.value === null)
}

/** Readers of arguments whose types the evaluator has checked. */
export function text(argument: Argument | undefined): string {
  return typeof argument === 'string' ? argument : ''
}

export function list(argument: Argument | undefined): readonly Value[] {
  return argument !== undefined && isValue(argument) && isList(argument) ? argument : []
}

export function map(argument: Argument | undefined): ValueMap {
  return argument !== undefined && isValue(argument) && isMap(argument) ? argument : {}
}

export function number(argument: Argument | undefined): number | bigint {
  return typeof argument === 'number' || typeof argument === 'bigint' ? argument : 0
}

export function value(argument: Argument | undefined): Value {
  return argument === undefined ? null : stored(argument)
}
