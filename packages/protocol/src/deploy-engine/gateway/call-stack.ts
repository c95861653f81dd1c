import type { CallUnderWay } from '@slipway/model'

import type { Init } from '../../wire/codec/message.ts'
import type { FunctionCall } from '../gen/sharedtypesv1.ts'

/** Other SDKs do not know our header, but pass on the stack of a call unchanged: the place of its last entry names the call. */
const place = 'slipway-call/'

/** Returns the stack of a function's call, from the outermost call to the function itself, whose entry carries the tag. */
export function stackOfCall(call: CallUnderWay, tag: string): Init<FunctionCall>[] {
  const stack: Init<FunctionCall>[] = [{ functionName: call.title, filePath: `${place}${tag}` }]
  for (let outer = call.within; outer !== undefined; outer = outer.within) stack.unshift({ functionName: outer.title })
  return stack
}

/** Returns the tag of the call to which a stack belongs. */
export function callOfStack(stack: readonly Pick<FunctionCall, 'filePath'>[]): string | undefined {
  return stack.find(({ filePath }) => filePath.startsWith(place))?.filePath.slice(place.length)
}
