import type { CallUnderWay } from '@slipway/model'

import type { Init } from '../../wire/codec/message.ts'
import type { FunctionCall } from '../gen/sharedtypesv1.ts'

/** Other SDKs know no header, but pass on the stack of a call unchanged: the place of its last entry names the call. */
const place = 'slipway-call/'

/** The calls in which a function is called, from the outermost to itself, which has the tag. */
export function stackOfCall(call: CallUnderWay, tag: string): Init<FunctionCall>[] {
  const stack: Init<FunctionCall>[] = [{ functionName: call.title, filePath: `${place}${tag}` }]
  for (let outer = call.within; outer !== undefined; outer = outer.within) stack.unshift({ functionName: outer.title })
  return stack
}

/** The tag of the call that a stack is of. */
export function callOfStack(stack: readonly Pick<FunctionCall, 'filePath'>[]): string | undefined {
  return stack.find(({ filePath }) => filePath.startsWith(place))?.filePath.slice(place.length)
}
