import { messageOf, type CallControl } from '@slipway/model'
import type { Init, Method, RpcChannel, StreamMethod } from '@slipway/protocol'

/** A call of a plugin and its result, in the messages of the wire, decoded. */
export interface Exchange {
  readonly pluginId: string
  /** `provider.Resource.Deploy` */
  readonly method: string
  /** Unix milliseconds. */
  readonly at: number
  readonly durationMs: number
  readonly request: unknown
  /** Absent if the call failed. A failure that the plugin has returned counts as a response. */
  readonly response?: unknown
  readonly failure?: string
}

/** Wraps a channel to report each call once it has ended; streams are not reported. */
export function recordedChannel(channel: RpcChannel, pluginId: string, tell: (exchange: Exchange) => void): RpcChannel {
  return {
    closed: channel.closed,
    async call<Request, Response>(method: Method<Request, Response>, request: Init<Request>, control?: CallControl) {
      const at = Date.now()
      const begun = performance.now()
      const known = { pluginId, method: method.name, at, request }
      const took = (): number => Math.round(performance.now() - begun)
      try {
        const response = await channel.call(method, request, control)
        tell({ ...known, durationMs: took(), response })
        return response
      } catch (error) {
        tell({ ...known, durationMs: took(), failure: messageOf(error) })
        throw error
      }
    },
    stream: <Request, Response>(
      method: StreamMethod<Request, Response>,
      request: Init<Request>,
      control?: CallControl,
    ) => channel.stream(method, request, control),
    close: () => channel.close(),
  }
}
