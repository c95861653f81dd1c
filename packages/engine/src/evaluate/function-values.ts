import { PartialFunction, type Value } from '@slipway/model'
import { type Argument, FunctionValue, stored } from './functions/argument.ts'

/** An argument in the form in which a provider gets it. A function is sent as its name and the arguments that it already has. */
export function passed(argument: Argument): Value {
  return argument instanceof FunctionValue && argument.partial !== undefined
    ? argument.partial.asValue()
    : stored(argument)
}

/** A function that a function of the language has made. Plugins get its maker and the maker's arguments, so that it can be made again. */
export function madeBy(maker: string, args: readonly Argument[], made: FunctionValue): FunctionValue {
  const isKnown = args.every((argument) => !(argument instanceof FunctionValue) || argument.partial !== undefined)
  if (!isKnown) return made
  const { name, takes, call, secrecy } = made
  return new FunctionValue(name, takes, call, secrecy, new PartialFunction(`_${maker}_exec`, args.map(passed), 1))
}

/** The answer of a provider function: a value, or a function that calls a provider function. */
export function answered(answer: Value): Argument {
  const partial = PartialFunction.from(answer)
  if (partial === undefined) return answer
  const call: FunctionValue['call'] = (args, caller) => {
    const { name, args: whole } = partial.with(args.map((argument) => passed(argument)))
    return caller.call(name, whole)
  }
  return new FunctionValue(partial.name, 1, call, 'open', partial)
}
