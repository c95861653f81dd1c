import { isList, isMap, type FunctionDefinition, type FunctionParameter, type Value } from '@slipway/model'
import { Bytes, FunctionProblem, FunctionValue } from './functions/argument.ts'
import type { Argument } from './functions/argument.ts'
import { parameterAt } from './functions/core-function.ts'
import { describe, scalarText } from '../language/scalar-text.ts'

/**
 * Converts an argument to the type of its parameter. If text is wanted, a number becomes its digits, and bytes become the text that they encode.
 *
 * @throws FunctionProblem when the argument has another type
 */
export function fitted(
  definition: FunctionDefinition,
  index: number,
  argument: Argument,
  takesBytes?: boolean,
): Argument {
  const parameter = parameterAt(definition, index)
  if (parameter === undefined) return argument
  if (argument instanceof FunctionValue) {
    if (parameter.type === 'function') return argument
    throw new Misfit(parameter, index, 'a function')
  }
  if (argument instanceof Bytes) return takesBytes === true ? argument : fittedValue(parameter, index, argument.text())
  return fittedValue(parameter, index, argument)
}

function fittedValue(parameter: FunctionParameter, index: number, value: Value): Value {
  if (value === null && parameter.allowNull === true) return value
  const found = converted(parameter, value)
  if (found === undefined) throw new Misfit(parameter, index, describe(value))
  return found
}

/** The problem of an argument whose type differs from that of its parameter. */
export class Misfit extends FunctionProblem {
  readonly index: number
  /** The given value, in words. */
  readonly given: string

  constructor({ name, type }: FunctionParameter, index: number, given: string) {
    super(`its argument "${name}" is ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}, but it was given ${given}`)
    this.index = index
    this.given = given
  }
}

function converted({ type }: FunctionParameter, value: Value): Value | undefined {
  switch (type) {
    case 'string':
      return value === null ? undefined : scalarText(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value) ? value : undefined
    case 'float':
      return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
    case 'list':
      return isList(value) ? value : undefined
    case 'map':
    case 'object':
      return isMap(value) ? value : undefined
    case 'function':
      return undefined
    case 'any':
      return value
  }
}
