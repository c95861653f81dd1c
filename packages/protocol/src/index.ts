export type { Codec, Init, Method } from './codec/message.ts'
export { identityProblem, longestSettlingMs } from './convert/identity.ts'
export { plainWords } from './convert/text.ts'
export { formatAddress, type LocalAddress, openSocket } from './rpc/address.ts'
export { type RpcChannel, RpcFailure, type RpcFailureCode } from './rpc/channel.ts'
export { connectChannel, type ConnectOptions } from './rpc/client.ts'
export { defaultMaxMessageBytes } from './rpc/prefixed-message.ts'
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
export { type Deadlines, ProviderClient, type ProviderClientOptions } from './provider/client.ts'
export { providerRoutes } from './provider/server.ts'
export { closedGatewayRoutes } from './registration/gateway.ts'
export { type Guard, guarded, saysToken, tokenHeader } from './registration/guarded.ts'
export {
  type LaunchFiles,
  launchFiles,
  launchVariable,
  type PrivateLaunch,
  takePrivateLaunch,
} from './registration/private-launch.ts'
export {
  hostAddress,
  type PluginIdentity,
  protocolVersion,
  type ServedPlugin,
  servePlugin,
  type ServePluginOptions,
} from './registration/serve-plugin.ts'
export { TransformerClient, type TransformerClientOptions, type TransformerDefinition } from './transformer/client.ts'
export { Provider as ProviderMethods } from './gen/providerserverv1.ts'
export type { ErrorResponse } from './gen/sharedtypesv1.ts'
export { Transformer as TransformerMethods } from './gen/transformerserverv1.ts'
