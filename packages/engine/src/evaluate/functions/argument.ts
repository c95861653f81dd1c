import {
  Secret,
  Unknown,
  containsPassedOn,
  containsSecret,
  isList,
  isMap,
  passedOn,
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

/** How strictly a value is protected: open to all, hidden and sealed, or also left out of every record. */
export type Secrecy = 'open' | 'secret' | 'ephemeral'

const secrecies: readonly Secrecy[] = ['open', 'secret', 'ephemeral']

/** Raw bytes, from a file or decoded. Outside of functions, they become the text that they encode in UTF-8. */
export class Bytes {
  readonly content: Uint8Array
  /** The secrecy of the value from which the bytes come. */
  readonly secrecy: Secrecy

  constructor(content: Uint8Array, secrecy: Secrecy = 'open') {
    this.content = content
    this.secrecy = secrecy
  }

  /**
   * The text that the bytes encode.
   *
   * @throws FunctionProblem when the bytes are not text
   */
  text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.content)
    } catch {
      throw new FunctionProblem('the bytes are not text in UTF-8; base64encode(…) turns any bytes into text')
    }
  }
}

/** A function as an argument of another function: `to_upper`, `getattr("id")`. */
export class FunctionValue {
  /** The name as written, without arguments, for messages. */
  readonly name: string
  /** The number of arguments of a call. A second argument is the index of an item. */
  readonly takes: number
  readonly call: (args: readonly Argument[], caller: Caller) => Argument
  readonly secrecy: Secrecy
  /** The form for plugins; absent if only the language can call the function. */
  readonly partial: PartialFunction | undefined

  constructor(
    name: string,
    takes: number,
    call: FunctionValue['call'],
    secrecy: Secrecy = 'open',
    partial?: PartialFunction,
  ) {
    this.name = name
    this.takes = takes
    this.call = call
    this.secrecy = secrecy
    this.partial = partial
  }
}

/** Calls functions for a function that takes functions, and charges the budget. */
export interface Caller {
  /** True if an argument was secret, so that the arguments of a short function must be marked. */
  readonly isSecret: boolean
  /** The budget for work whose cost is known only after the work is done. */
  readonly budget: Budget
  /** Calls a function of the language or of a provider, by its name. The answer may be unknown. */
  call(name: string, args: readonly Argument[]): Argument
  apply(given: FunctionValue, args: readonly Argument[]): Argument
}

/** The problem of an argument that has the right type, but that a function cannot work with. The message is a sentence without the function's name. */
export class FunctionProblem extends Error {}

export function isValue(argument: Argument): argument is Value {
  return !(argument instanceof Bytes) && !(argument instanceof FunctionValue)
}

/** Turns an argument into a value that can be kept; bytes become text. @throws FunctionProblem for a function, and for bytes that are no text */
export function stored(argument: Argument): Value {
  if (argument instanceof FunctionValue)
    throw new FunctionProblem(`${argument.name} is a function: only another function can take it`)
  if (!(argument instanceof Bytes)) return argument
  return keptValue(argument.text(), argument.secrecy)
}

export function isMarked(argument: Argument): boolean {
  return isValue(argument) ? containsSecret(argument) : argument.secrecy !== 'open'
}

/** The strictest secrecy among arguments and their parts. A value that is made from them needs the same secrecy. */
export function secrecyOf(args: Iterable<Argument>): Secrecy {
  let found: Secrecy = 'open'
  for (const argument of args) found = stricter(found, isValue(argument) ? secrecyOfValue(argument) : argument.secrecy)
  return found
}

function secrecyOfValue(given: Value): Secrecy {
  if (!containsSecret(given)) return 'open'
  return containsPassedOn(given) ? 'ephemeral' : 'secret'
}

export function stricter(a: Secrecy, b: Secrecy): Secrecy {
  return secrecies.indexOf(a) > secrecies.indexOf(b) ? a : b
}

export function marked(argument: Argument, secrecy: Secrecy = 'secret'): Argument {
  if (isValue(argument)) return keptValue(argument, secrecy)
  const strictest = stricter(argument.secrecy, secrecy)
  if (argument instanceof Bytes) return new Bytes(argument.content, strictest)
  const { name, takes, call, partial } = argument
  return new FunctionValue(name, takes, call, strictest, partial)
}

/**
 * A value with the mark of this secrecy.
 *
 * @param parts the secret parts of a text, if the rest of it is not secret
 */
export function keptValue(given: Value, secrecy: Secrecy, parts?: readonly string[]): Value {
  if (secrecy === 'open') return given
  return secrecy === 'ephemeral' ? passedOn(given, parts) : secret(given, parts)
}

export function unmarked(argument: Argument): Argument {
  return isValue(argument) ? revealed(argument) : argument
}

/** The first unknown among arguments, at any depth. */
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
