import type { CallControl } from '@slipway/model'
import type { Init, Method, RpcChannel, StreamMethod } from '@slipway/protocol'

/** A channel whose requests carry the id that its plugin was told when it registered: nobody else has to know it. */
export function stampedChannel(channel: RpcChannel, hostId: string): RpcChannel {
  return {
    closed: channel.closed,
    call: <Request, Response>(method: Method<Request, Response>, request: Init<Request>, control?: CallControl) =>
      channel.call(method, Object.assign({}, request, { hostId }), control),
    stream: <Request, Response>(
      method: StreamMethod<Request, Response>,
      request: Init<Request>,
      control?: CallControl,
    ) => channel.stream(method, Object.assign({}, request, { hostId }), control),
    close: () => channel.close(),
  }
}
