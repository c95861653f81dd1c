import type { FunctionDefinition, FunctionParameter, FunctionValueType, Value } from '@slipway/model'
import type { Argument, Caller } from './argument.ts'

/** The namespace of the provider that has the functions of the language. */
export const coreNamespace = 'core'

/** A function of the language itself. */
export type CoreFunction = PlainFunction | LazyFunction | OutsideFunction

interface Described extends FunctionDefinition {
  /** True for a function that only Slipway has, and not the public specification. */
  readonly extension?: true
}

/** A function that gets known arguments of its declared types, without secret marks. The evaluator handles everything else. */
export interface PlainFunction extends Described {
  readonly call: (args: readonly Argument[], caller: Caller) => Argument
  /** The maximum size of a call's result, in characters as `bounded` counts them. It is known before the memory is used. */
  readonly size?: (args: readonly Argument[]) => number
  /** The additional cost of a call besides one look at its arguments, in steps of the budget. */
  readonly steps?: (args: readonly Argument[]) => number
  /** True if the function is called even if an argument is none. Other functions then give none without a call. */
  readonly takesNone?: true
  /** True if parameters of any type take bytes. For other functions, bytes become text. */
  readonly takesBytes?: true
}

/** A function of the provider `core`, which is called like a function of any other provider. */
export interface OutsideFunction extends Described {
  /** Turns the provider's answer into the function's result. */
  readonly answered: (answer: Value) => Argument
  /** Selects the arguments for the provider, if it does not get all of them. */
  readonly asks?: (args: readonly Argument[]) => readonly Argument[]
  /** True if the answer is a template, into which the evaluator puts the values of the second argument. */
  readonly isTemplate?: true
  /** True if every call has an answer of its own, which is recorded and kept as long as the call stays in its place. */
  readonly drawn?: true
}

/** A function that decides itself which arguments to evaluate, and gets unknown and secret arguments as they are. */
interface LazyFunction extends Described {
  readonly lazy: (args: readonly LazyArgument[]) => Argument
  /** True if every argument needs a name, and the names are part of the result. */
  readonly named?: boolean
}

export interface LazyArgument {
  readonly name?: string
  /** Evaluates the argument. Repeated calls are allowed, but not needed. */
  readonly value: () => Argument
}

/** Parameters from their notations: `text: string`, `parts?: any`, `…rest: integer`. */
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

/** The number of arguments that a function takes; a variadic parameter takes any number. */
export function arity({ parameters: all }: FunctionDefinition): { least: number; most: number } {
  const least = all.filter(({ optional, variadic }) => !(optional ?? false) && !(variadic ?? false)).length
  return { least, most: all.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : all.length }
}

/** The parameter for an argument; `undefined` if there is none. */
export function parameterAt({ parameters: all }: FunctionDefinition, index: number): FunctionParameter | undefined {
  const last = all.at(-1)
  return all[index] ?? (last?.variadic === true ? last : undefined)
}

/** The signature of a function: `join(list, separator)`. */
export function signature({ name, parameters: all }: FunctionDefinition): string {
  return `${name}(${all.map(parameterWord).join(', ')})`
}

/** The signature with types: `join(list: list, separator: string): string`. */
export function fullSignature({ name, parameters: all, returns }: FunctionDefinition): string {
  const words = all.map((each) => `${parameterWord(each)}: ${each.type}`)
  return `${name}(${words.join(', ')}): ${returns}`
}

function parameterWord({ name, optional, variadic }: FunctionParameter): string {
  const word = variadic === true ? `…${name}` : name
  return optional === true ? `${word}?` : word
}

/** True if the answer of a function is a template. */
export function isTemplate(definition: FunctionDefinition): boolean {
  return 'isTemplate' in definition && definition.isTemplate === true
}
