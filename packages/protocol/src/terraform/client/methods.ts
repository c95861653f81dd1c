import type { CallControl } from '@slipway/model'
import type { Init, Method, StreamMethod } from '../../wire/codec/message.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import * as v5 from '../gen/tfplugin5.ts'
import * as v6 from '../gen/tfplugin6.ts'

/**
 * The methods of version 6, with those that version 5 has under other names. Requests and answers of both versions are the same, except for
 * schemas.
 */
const inVersion5: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>(
  Object.entries({
    ...v5.Provider,
    GetProviderSchema: v5.Provider.GetSchema,
    ValidateProviderConfig: v5.Provider.PrepareProviderConfig,
    ValidateResourceConfig: v5.Provider.ValidateResourceTypeConfig,
    ValidateDataResourceConfig: v5.Provider.ValidateDataSourceConfig,
    ConfigureProvider: v5.Provider.Configure,
    StopProvider: v5.Provider.Stop,
  }).map(([name, method]) => [v6.Provider[name as keyof typeof v6.Provider], method]),
)

/** Makes a channel to a provider of version 5 that takes the calls of version 6. */
export function channelOfVersion5(channel: RpcChannel): RpcChannel {
  return {
    call: async <Request, Response>(method: Method<Request, Response>, request: Init<Request>, control?: CallControl) =>
      await channel.call((inVersion5.get(method) as typeof method | undefined) ?? method, request, control),
    stream: <Request, Response>(
      method: StreamMethod<Request, Response>,
      request: Init<Request>,
      control?: CallControl,
    ) => channel.stream((inVersion5.get(method) as typeof method | undefined) ?? method, request, control),
    close: () => channel.close(),
    closed: channel.closed,
  }
}
