import { type CtyPath, pathText } from '../cty/path.ts'
import { describeType, type CtyType } from '../cty/type.ts'

/** A value that is not of its type, or that is too large or too deep to be one. Names the place in the value. */
export class Mismatch extends Error {
  constructor(path: CtyPath, problem: string) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`)
  }
}

export function wrongType(path: CtyPath, type: CtyType, found: string): Mismatch {
  return new Mismatch(path, `${found} stands where the type is ${describeType(type)}`)
}

/** The most values of one message: a value takes a byte on the wire and a hundred times as much memory. */
export const mostValues = 4_000_000

/** The deepest nesting of values; only values that bring their type along nest deeper than their schema. */
export const deepestValue = 300
