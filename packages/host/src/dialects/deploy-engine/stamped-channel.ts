import type { CallControl } from '@slipway/model'
import { stackOfCall, type Init, type Method, type RpcChannel, type StreamMethod } from '@slipway/protocol'
import type { CallsUnderWay } from '../../gateway/calls-under-way.ts'
import type { OpenCall } from '../../gateway/open-call.ts'

export interface Stamps {
  /** The plugin learns it when it registers; nobody else has to know it. */
  readonly hostId: string
  readonly calls: CallsUnderWay
  /** The plugin is of our SDK, which reads the tag of a call from its head. */
  readonly knowsTags: boolean
}

/** A channel that adds to its requests the host id, and the tag that the plugin sends back when it asks for something during the call. */
export function stampedChannel(channel: RpcChannel, { hostId, calls, knowsTags }: Stamps): RpcChannel {
  /** @param call of which a plugin that knows no tags hands on the stack */
  const stamped = <Request>(request: Init<Request>, call?: OpenCall): Init<Request> => {
    const isStamped = call === undefined && (request as { readonly hostId?: string }).hostId === hostId
    return isStamped ? request : Object.assign({}, request, { hostId, ...(call && stackOf(call)) })
  }
  return {
    closed: channel.closed,
    async call<Request, Response>(
      method: Method<Request, Response>,
      request: Init<Request>,
      control: CallControl = {},
    ): Promise<Response> {
      const call = calls.begin(method.name, request, { within: control.within, isTagReused: knowsTags })
      // A plugin may still work on an abandoned call, and send its tag.
      let isAnswered = false
      try {
        const tagged = knowsTags ? Object.assign({}, control, { tag: call.tag }) : control
        const response = await channel.call(method, stamped(request, knowsTags ? undefined : call), tagged)
        isAnswered = true
        return response
      } finally {
        calls.end(call, knowsTags && isAnswered)
      }
    },
    stream: <Request, Response>(
      method: StreamMethod<Request, Response>,
      request: Init<Request>,
      control?: CallControl,
    ) => channel.stream(method, stamped(request), control),
    close: () => channel.close(),
  }
}

/** Other SDKs hand on the stack of a function call; in other calls there is none. */
function stackOf(call: OpenCall): { callContext?: object } {
  if (call.subject.functionName === undefined) return {}
  return { callContext: { ...call.subject.request.callContext, callStack: stackOfCall(call, call.tag) } }
}
