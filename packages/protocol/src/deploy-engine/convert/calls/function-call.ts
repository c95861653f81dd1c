import { type FunctionAnswer, isList, PartialFunction } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { FunctionCallResult, FunctionRuntimeInfo } from '../../gen/sharedtypesv1.ts'
import { jsonFromWire, jsonToWire } from '../values/json.ts'

/** Reads a function's answer. Both SDKs send both parts; the name of the function decides which part is meant. */
export function answerFromWire({ responseData, functionInfo }: FunctionCallResult): FunctionAnswer {
  if (functionInfo === undefined || functionInfo.functionName === '') return jsonFromWire(responseData)
  return partialFromWire(functionInfo)
}

export function answerToWire(answer: FunctionAnswer): Init<FunctionCallResult> {
  if (!(answer instanceof PartialFunction)) return { responseData: jsonToWire(answer) }
  const { name, args, offset } = answer
  return {
    responseData: jsonToWire(null),
    functionInfo: { functionName: name, partialArgs: jsonToWire(args), argsOffset: offset },
  }
}

function partialFromWire({ functionName, partialArgs, argsOffset }: FunctionRuntimeInfo): PartialFunction {
  const args = jsonFromWire(partialArgs)
  if (args !== null && !isList(args)) throw new WireError('malformed', 'partial arguments are not a list')
  return new PartialFunction(functionName, args ?? [], Math.max(0, argsOffset))
}
