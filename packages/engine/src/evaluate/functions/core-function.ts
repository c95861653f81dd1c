import type { FunctionDefinition, FunctionParameter, FunctionValueType, Value } from '@slipway/model'
import type { Argument, Caller } from './argument.ts'

/** The namespace of the provider that has the functions of the language. */
export const coreNamespace = 'core'

/** A function of the language itself. */
export type CoreFunction = PlainFunction | LazyFunction | OutsideFunction

interface Described extends FunctionDefinition {
  /** Of Slipway alone: the public specification does not have it. */
  readonly extension?: true
}

/** Gets its arguments known, without secret marks, and of the types it declares: the evaluator sees to the rest. */
export interface PlainFunction extends Described {
  readonly call: (args: readonly Argument[], caller: Caller) => Argument
  /** Of what a call makes, at most, in characters as `bounded` counts them: told before the memory is spent on it. */
  readonly size?: (args: readonly Argument[]) => number
  /** What a call costs beyond looking at its arguments once, in steps of the budget. */
  readonly steps?: (args: readonly Argument[]) => number
  /** It is called when an argument is none; any other function then gives none without being called. */
  readonly takesNone?: true
  /** Parameters of any type may be given bytes; in any other function they become text. */
  readonly takesBytes?: true
}

/** Is asked of the provider `core`, as any provider's functions are. */
export interface OutsideFunction extends Described {
  /** Turns the provider's answer into the function's result. */
  readonly answered: (answer: Value) => Argument
  /** The provider is asked with these alone. */
  readonly asks?: (args: readonly Argument[]) => readonly Argument[]
  /** The answer is a template: the evaluator puts the values of the second argument into it. */
  readonly isTemplate?: true
  /** Every call has an answer of its own, which is recorded and kept as long as the call stands where it stands. */
  readonly drawn?: true
}

/** Decides itself which arguments it looks at, and gets unknown and secret ones as they are. */
interface LazyFunction extends Described {
  readonly lazy: (args: readonly LazyArgument[]) => Argument
  /** Every argument needs a name, and the names are part of the result. */
  readonly named?: boolean
}

export interface LazyArgument {
  readonly name?: string
  /** Evaluates; at most once is enough, more often is allowed. */
  readonly value: () => Argument
}

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

/** The parameter that an argument is for; `undefined`: there is none. */
export function parameterAt({ parameters: all }: FunctionDefinition, index: number): FunctionParameter | undefined {
  const last = all.at(-1)
  return all[index] ?? (last?.variadic === true ? last : undefined)
}

/** How a function is called: `join(list, separator)`. */
export function signature({ name, parameters: all }: FunctionDefinition): string {
  return `${name}(${all.map(parameterWord).join(', ')})`
}

/** With its types: `join(list: list, separator: string): string`. */
export function fullSignature({ name, parameters: all, returns }: FunctionDefinition): string {
  const words = all.map((each) => `${parameterWord(each)}: ${each.type}`)
  return `${name}(${words.join(', ')}): ${returns}`
}

function parameterWord({ name, optional, variadic }: FunctionParameter): string {
  const word = variadic === true ? `…${name}` : name
  return optional === true ? `${word}?` : word
}

/** Whether the answer of a function is a template. */
export function isTemplate(definition: FunctionDefinition): boolean {
  return 'isTemplate' in definition && definition.isTemplate === true
}
