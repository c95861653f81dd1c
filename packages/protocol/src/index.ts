export type { Codec, Init, Method } from './codec/message.ts'
export { formatAddress, type LocalAddress } from './rpc/address.ts'
export { type RpcChannel, RpcFailure, type RpcFailureCode } from './rpc/channel.ts'
export { connectChannel, type ConnectOptions } from './rpc/client.ts'
export { defaultMaxMessageBytes } from './rpc/frame.ts'
export { type Handler, type IncomingCall, type Route, route, RpcServer, type ServerOptions } from './rpc/server.ts'
export {
  type PluginDeregistrationRequest,
  type PluginDeregistrationResponse,
  type PluginMetadata,
  type PluginRegistrationRequest,
  type PluginRegistrationResponse,
  PluginType,
  Service,
} from './gen/pluginservicev1.ts'
