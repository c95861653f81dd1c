import { type FunctionAnswer, PartialFunction, type Value } from '@slipway/model'
import { coreFunctions } from '../../evaluate/functions/table.ts'

/**
 * An answer as a value of expressions. A function in it carries the name of its provider, because others may have a function with the same
 * name.
 */
export function valueOfAnswer(namespace: string, answer: FunctionAnswer): Value {
  if (!(answer instanceof PartialFunction)) return answer
  const { name, args, offset } = answer
  const isTold = coreFunctions.has(name) || name.includes('::')
  return new PartialFunction(isTold ? name : `${namespace}::${name}`, args, offset).asValue()
}
