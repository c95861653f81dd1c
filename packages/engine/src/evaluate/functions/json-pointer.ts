import { isList, isMap, type Value } from '@slipway/model'
import { FunctionProblem } from './argument.ts'

/** The part of a value at a JSON pointer (RFC 6901), which may begin with `#`. */
export function atPointer(whole: Value, pointer: string): Value {
  const plain = pointer.startsWith('#') ? pointer.slice(1) : pointer
  if (plain === '') return whole
  if (!plain.startsWith('/')) throw new FunctionProblem(`the pointer "${pointer}" does not begin with "/"`)
  let found: Value | undefined = whole
  for (const token of plain.slice(1).split('/')) {
    found = below(found, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (found === undefined) throw new FunctionProblem(`there is nothing at "${pointer}"`)
  }
  return found
}

function below(from: Value, token: string): Value | undefined {
  if (isMap(from)) return from[token]
  return isList(from) && /^(?:0|[1-9]\d*)$/.test(token) ? from[Number(token)] : undefined
}
