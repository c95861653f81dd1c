import { isList } from '@slipway/model'
import type { FunctionDefinition, FunctionParameter, FunctionValueType, Value } from '@slipway/model'

/** A function of the language itself. */
export type CoreFunction = PlainFunction | LazyFunction

/** Gets its arguments known, without secret marks, and of the types it declares: the evaluator sees to the rest. */
export interface PlainFunction extends FunctionDefinition {
  readonly call: (args: readonly Value[]) => Value
  /** Of what a call makes, at most, in characters as `bounded` counts them: told before the memory is spent on it. */
  readonly size?: (args: readonly Value[]) => number
}

/** Decides itself which arguments it looks at, and gets unknown and secret ones as they are. */
interface LazyFunction extends FunctionDefinition {
  readonly lazy: (args: readonly LazyArgument[]) => Value
  /** Every argument needs a name, and the names are part of the result. */
  readonly named?: boolean
}

export interface LazyArgument {
  readonly name?: string
  /** Evaluates; at most once is enough, more often is allowed. */
  readonly value: () => Value
}

/** What a core function throws when it cannot work with a value of the right type. A sentence without the function's name. */
export class FunctionProblem extends Error {}

/** `text: string`, `parts?: any`, `…rest: integer`. */
export function parameters(...notations: readonly string[]): readonly FunctionParameter[] {
  return notations.map(parameter)
}

function parameter(notation: string): FunctionParameter {
  const [, dots, name = '', optional, type = 'any'] = /^(\u2026?)(\w+)(\??): (\w+)$/.exec(notation) ?? []
  return {
    name,
    type: type as FunctionValueType,
    optional: optional === '?',
    variadic: dots === '…',
    allowNull: type === 'any',
  }
}

/** How many arguments a function takes; a variadic parameter takes any number. */
export function arity({ parameters: all }: FunctionDefinition): { least: number; most: number } {
  const least = all.filter(({ optional, variadic }) => !(optional ?? false) && !(variadic ?? false)).length
  return { least, most: all.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : all.length }
}

/** How a function is called: `join(list, separator)`. */
export function signature({ name, parameters: all }: FunctionDefinition): string {
  const words = all.map((each) => {
    const word = each.variadic === true ? `…${each.name}` : each.name
    return each.optional === true ? `${word}?` : word
  })
  return `${name}(${words.join(', ')})`
}

/** The readers of arguments whose types the evaluator has made sure of. */
export function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function list(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : []
}
