import { type CallControl, type Gateway, messageOf } from '@slipway/model'

import type { Init, Method } from '../../../wire/codec/message.ts'
import { failureToWire, Unheard } from '../../convert/calls/error.ts'
import { callHeader } from '../../../wire/rpc/client.ts'
import { route } from '../../../wire/rpc/server.ts'
import type { Answer } from '../plugin-calls.ts'
import type { IncomingCall, Route } from '../../../wire/rpc/route.ts'

/** Makes a route that refuses strangers and answers failures as the dialect requires: in the answer, not as a status. */
export type Answering = <Request extends { readonly hostId: string }, Response extends Answer>(
  method: Method<Request, Response>,
  handler: CallHandler<Request, Response>,
) => Route

/** Like `Handler`, but the call carries the gateway for the plugin's code. */
type CallHandler<Request, Response> = (request: Request, call: CallControl) => Init<Response> | Promise<Init<Response>>

/**
 * Returns the gateway for a plugin's requests to its host during a call, by the tag that the host has given the call; it works until the
 * call is over.
 */
export type GatewayOfCall = (tag: string | undefined, isOver: () => boolean) => Gateway | undefined

export function answering(hostId: () => string | undefined, gatewayOf: GatewayOfCall = () => undefined): Answering {
  return <Request extends { readonly hostId: string }, Response extends Answer>(
    method: Method<Request, Response>,
    handler: CallHandler<Request, Response>,
  ) =>
    route(method, async (request, call): Promise<Init<Response>> => {
      const control = new Control(call, gatewayOf)
      try {
        if (request.hostId !== hostId()) throw new Unheard(`invalid host ID ${JSON.stringify(request.hostId)}`)
        return await handler(request, control)
      } catch (error) {
        return { errorResponse: failureToWire(error) } as Init<Response>
      } finally {
        control.isOver = true
      }
    })
}

/** The control of a call. The signal and the gateway are made on first use: most calls need neither. */
class Control implements CallControl {
  isOver = false
  readonly #call: IncomingCall
  readonly #gatewayOf: GatewayOfCall
  #gateway: Gateway | undefined

  constructor(call: IncomingCall, gatewayOf: GatewayOfCall) {
    this.#call = call
    this.#gatewayOf = gatewayOf
  }

  get signal(): AbortSignal {
    return this.#call.signal
  }

  get gateway(): Gateway | undefined {
    return (this.#gateway ??= this.#gatewayOf(this.#call.header(callHeader), () => this.isOver))
  }
}

/** Converts a request for the provider; a request that cannot be converted never reaches it. */
export function understood<T>(convert: () => T): T {
  try {
    return convert()
  } catch (error) {
    throw new Unheard(messageOf(error), { cause: error })
  }
}
