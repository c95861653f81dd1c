import { Failure, type Gateway, isList, messageOf, PluginFailure } from '@slipway/model'

import type { Init, Method } from '../../wire/codec/message.ts'
import { callHeader } from '../../wire/rpc/client.ts'
import type { Handler, IncomingCall, Route } from '../../wire/rpc/route.ts'
import { route } from '../../wire/rpc/server.ts'
import { failureToWire } from '../convert/calls/error.ts'
import { answerToWire } from '../convert/calls/function-call.ts'
import { functionToWire } from '../convert/definitions/function.ts'
import { jsonFromWire } from '../convert/values/json.ts'
import { deployFromWire, stateFromWire, stateToWire } from '../convert/calls/resource.ts'
import { answersToWire } from '../convert/values/value.ts'
import { Service } from '../gen/pluginservicev1.ts'
import { ErrorCode, type FunctionCall } from '../gen/sharedtypesv1.ts'
import type { Answer } from '../provider/plugin-calls.ts'
import { callOfStack } from './call-stack.ts'

/** How a plugin names the call in which it asks: by its tag, or by its link. Neither identifies the caller. */
export interface SaidOfCall {
  readonly tag?: string
  readonly linkId?: string
}

/** Returns the routes of the host through which plugins reach each other. */
export function gatewayRoutes(gatewayOf: (said: SaidOfCall, call: IncomingCall) => Gateway): Route[] {
  const answer = <Request, Response extends Answer>(
    method: Method<Request, Response>,
    work: (gateway: Gateway, request: Request, call: IncomingCall) => Promise<Init<Response>>,
    said: (request: Request) => SaidOfCall = () => ({}),
  ): Route => {
    const handle: Handler<Request, Response> = async (request, call) => {
      try {
        const tag = call.header(callHeader)
        return await work(gatewayOf({ ...said(request), ...(tag !== undefined && { tag }) }, call), request, call)
      } catch (thrown) {
        return { errorResponse: errorToWire(thrown) } as Init<Response>
      }
    }
    return route(method, handle)
  }
  return [
    answer(Service.HasFunction, async (gateway, { functionName }, call) => ({
      functionCheckResult: { hasFunction: await gateway.hasFunction(functionName, call) },
    })),
    answer(Service.ListFunctions, async (gateway, _, call) => ({
      functionList: { functions: await gateway.functions(call) },
    })),
    answer(Service.GetFunctionDefinition, async (gateway, { functionName }, call) => ({
      functionDefinition: functionToWire(await gateway.defineFunction(functionName, call)),
    })),
    answer(
      Service.CallFunction,
      async (gateway, { functionName: name, args }, call) => {
        const given = jsonFromWire(args?.args)
        return {
          functionResult: answerToWire(await gateway.callFunction({ name, args: isList(given) ? given : [] }, call)),
        }
      },
      ({ callContext }) => saidInStack(callContext?.callStack ?? []),
    ),
    ...resourceRoutes(answer),
  ]
}

function resourceRoutes(answer: Answering): Route[] {
  return [
    answer(Service.DeployResource, async (gateway, { deployRequest, waitUntilStable }, call) => {
      if (deployRequest === undefined) throw new Error('the request does not say what to deploy')
      const { context: _, ...request } = deployFromWire(deployRequest)
      const computed = await gateway.deploy({ ...request, waitUntilStable }, call)
      return { completeResponse: { computedFieldValues: answersToWire(computed) } }
    }),
    answer(Service.DestroyResource, async (gateway, request, call) => {
      const { resourceType, resourceId, instanceId, instanceName, resourceState } = request
      const resourceName = resourceState?.name ?? ''
      const identity = { type: resourceType?.type ?? '', resourceId, resourceName, instanceId, instanceName }
      await gateway.destroy({ ...identity, current: stateFromWire(resourceState) }, call)
      return { result: { destroyed: true } }
    }),
    answer(Service.LookupResourceInState, async (gateway, { instanceId, resourceType: type, externalId }, call) => {
      const found = await gateway.lookUp({ instanceId, type, externalId }, call)
      if (found !== undefined) return { resource: stateToWire(found.current, found, undefined) }
      // Other SDKs read an empty answer as an error without a message, so they get an error with a message.
      if (call.header(callHeader) !== undefined) return { resource: {} }
      const message = `there is no ${type} ${externalId} in the state`
      return { errorResponse: { code: ErrorCode.UNEXPECTED, message } }
    }),
    answer(
      Service.AcquireResourceLock,
      async (gateway, { instanceId, resourceName }, call) => {
        await gateway.lock({ instanceId, resourceName }, call)
        return { result: { acquired: true } }
      },
      ({ acquiredBy }) => (acquiredBy === '' ? {} : { linkId: acquiredBy }),
    ),
  ]
}

type Answering = <Request, Response extends Answer>(
  method: Method<Request, Response>,
  work: (gateway: Gateway, request: Request, call: IncomingCall) => Promise<Init<Response>>,
  said?: (request: Request) => SaidOfCall,
) => Route

function saidInStack(stack: readonly FunctionCall[]): SaidOfCall {
  const tag = callOfStack(stack)
  return tag === undefined ? {} : { tag }
}

/**
 * Only the inner end of a call through the gateway retries it: a plugin that passes on an error must not be called again because of the
 * error. Other SDKs show only the message, so the host's hints go into the message.
 */
function errorToWire(thrown: unknown): ReturnType<typeof failureToWire> {
  if (thrown instanceof PluginFailure)
    return {
      ...failureToWire(thrown.asUnclear()),
      ...(thrown.pluginErrorCode === 'TRANSIENT' && { code: ErrorCode.UNEXPECTED }),
    }
  const hint = thrown instanceof Failure && thrown.hint !== undefined ? `; ${thrown.hint}` : ''
  return { code: ErrorCode.UNEXPECTED, message: messageOf(thrown) + hint }
}
