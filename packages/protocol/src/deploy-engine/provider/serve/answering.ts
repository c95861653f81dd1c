import { messageOf } from '@slipway/model'

import type { Init, Method } from '../../../wire/codec/message.ts'
import { failureToWire, Unheard } from '../../convert/error.ts'
import { route } from '../../../wire/rpc/server.ts'
import type { Answer } from '../plugin-calls.ts'
import type { Handler, Route } from '../../../wire/rpc/route.ts'

/** Makes a route that refuses strangers and answers failures as the dialect does: in the answer, not as a status. */
export type Answering = <Request extends { readonly hostId: string }, Response extends Answer>(
  method: Method<Request, Response>,
  handler: Handler<Request, Response>,
) => Route

export function answering(hostId: () => string | undefined): Answering {
  return <Request extends { readonly hostId: string }, Response extends Answer>(
    method: Method<Request, Response>,
    handler: Handler<Request, Response>,
  ) =>
    route(method, async (request, call): Promise<Init<Response>> => {
      try {
        if (request.hostId !== hostId()) throw new Unheard(`invalid host ID ${JSON.stringify(request.hostId)}`)
        return await handler(request, call)
      } catch (error) {
        return { errorResponse: failureToWire(error) } as Init<Response>
      }
    })
}

/** A request in the words of the model. One that cannot be understood never reaches the provider. */
export function understood<T>(convert: () => T): T {
  try {
    return convert()
  } catch (error) {
    throw new Unheard(messageOf(error), { cause: error })
  }
}
