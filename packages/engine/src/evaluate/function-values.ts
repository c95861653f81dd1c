import { PartialFunction, type Value } from '@slipway/model'
import { type Argument, FunctionValue, stored } from './functions/argument.ts'

/** An argument as a provider gets it: a function travels by its name and the arguments that it has already. */
export function passed(argument: Argument): Value {
  return argument instanceof FunctionValue && argument.partial !== undefined
    ? argument.partial.asValue()
    : stored(argument)
}

/** A function that one of the language has made: as plugins know it, what it was given makes it again. */
export function madeBy(maker: string, args: readonly Argument[], made: FunctionValue): FunctionValue {
  const isKnown = args.every((argument) => !(argument instanceof FunctionValue) || argument.partial !== undefined)
  if (!isKnown) return made
  const { name, takes, call, isSecret } = made
  return new FunctionValue(name, takes, call, isSecret, new PartialFunction(`_${maker}_exec`, args.map(passed), 1))
}

/** What a provider's function has answered: a value, or a function that calls it, or another one, again. */
export function answered(answer: Value): Argument {
  const partial = PartialFunction.from(answer)
  if (partial === undefined) return answer
  const call: FunctionValue['call'] = (args, caller) => {
    const { name, args: whole } = partial.with(args.map((argument) => passed(argument)))
    return caller.call(name, whole)
  }
  return new FunctionValue(partial.name, 1, call, false, partial)
}
