export { type Codec, decode, encode, type Init, type Method, type StreamMethod } from './wire/codec/message.ts'
export { identityProblem, longestSettlingMs } from './deploy-engine/convert/definitions/identity.ts'
export { plainWords } from './plain-words.ts'
export { formatAddress, type LocalAddress, openSocket } from './wire/rpc/address.ts'
export { type RpcChannel, RpcFailure, type RpcFailureCode } from './wire/rpc/channel.ts'
export { connectChannel, type ConnectOptions } from './wire/rpc/client.ts'
export { defaultMaxMessageBytes } from './wire/rpc/prefixed-message.ts'
export { route, RpcServer, type ServerOptions, streamRoute } from './wire/rpc/server.ts'
export { Status, StatusError } from './wire/rpc/status.ts'
export {
  type PluginDeregistrationRequest,
  type PluginDeregistrationResponse,
  type PluginMetadata,
  type PluginRegistrationRequest,
  type PluginRegistrationResponse,
  PluginType,
  Service,
} from './deploy-engine/gen/pluginservicev1.ts'
export type { CallDeadlines } from './call-deadlines.ts'
export { ProviderClient, type ProviderClientOptions } from './deploy-engine/provider/client.ts'
export { providerRoutes } from './deploy-engine/provider/server.ts'
export { stackOfCall } from './deploy-engine/gateway/call-stack.ts'
export { GatewayClient } from './deploy-engine/gateway/client.ts'
export { closedGatewayRoutes } from './deploy-engine/gateway/closed.ts'
export { gatewayRoutes, type SaidOfCall } from './deploy-engine/gateway/server.ts'
export { type Guard, guarded, saysToken, tokenHeader } from './deploy-engine/registration/guarded.ts'
export { type PrivateLaunch, takePrivateLaunch } from './deploy-engine/registration/private-launch.ts'
export {
  hostAddress,
  type PluginIdentity,
  protocolVersion,
  type ServedPlugin,
  servePlugin,
  type ServePluginOptions,
} from './deploy-engine/registration/serve-plugin.ts'
export { TransformerClient, type TransformerClientOptions } from './deploy-engine/transformer/client.ts'
export { transformerRoutes } from './deploy-engine/transformer/server.ts'
export { Provider as ProviderMethods } from './deploy-engine/gen/providerserverv1.ts'
export type { ErrorResponse } from './deploy-engine/gen/sharedtypesv1.ts'
export { Transformer as TransformerMethods } from './deploy-engine/gen/transformerserverv1.ts'
export type { Handler, IncomingCall, Route } from './wire/rpc/route.ts'
