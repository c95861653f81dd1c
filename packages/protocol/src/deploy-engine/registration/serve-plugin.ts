import { Failure, messageOf } from '@slipway/model'

import { plainWords } from '../../plain-words.ts'
import { type PluginMetadata, PluginType, Service } from '../gen/pluginservicev1.ts'
import { formatAddress, type LocalAddress } from '../../wire/rpc/address.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { connectChannel } from '../../wire/rpc/client.ts'
import { RpcServer } from '../../wire/rpc/server.ts'
import { GatewayClient } from '../gateway/client.ts'
import type { GatewayOfCall } from '../provider/serve/answering.ts'
import { guarded, saysToken, tokenHeader } from './guarded.ts'
import { type PrivateLaunch, takePrivateLaunch } from './private-launch.ts'
import type { IncomingCall, Route } from '../../wire/rpc/route.ts'

/** The version of the protocol that plugins of both kinds use here. */
export const protocolVersion = '1.0'

export interface PluginIdentity {
  readonly kind: 'provider' | 'transformer'
  /** Id of the plugin: `{hostname/}?{namespace}/{plugin}`. */
  readonly pluginId: string
  readonly version: string
  readonly metadata?: Partial<Omit<PluginMetadata, 'pluginVersion'>>
}

export interface ServePluginOptions extends PluginIdentity {
  /** Returns the plugin's methods; `hostId` is unknown until the host has answered the registration, and so is its gateway. */
  readonly routes: (hostId: () => string | undefined, gatewayOf: GatewayOfCall) => readonly Route[]
  /** The host's data for this process; by default, and without a `host`, it is taken from the environment. */
  readonly launch?: PrivateLaunch | undefined
  /** The plugin's own address; by default the address of the launch, or a free port of loopback. */
  readonly listen?: LocalAddress
  /** The host's address; by default the address of the launch, or else of the environment. */
  readonly host?: LocalAddress
}

export interface ServedPlugin {
  readonly hostId: string
  readonly address: LocalAddress
  /** Channel for calls to the host, such as calls to other plugins. */
  readonly host: RpcChannel
  /** Deregisters from the host, gives calls under way `graceMs` to end, and stops listening. */
  close(graceMs?: number): Promise<void>
}

const registerDeadlineMs = 10_000
const deregisterDeadlineMs = 2000

/**
 * Listens, then registers with the host, which may call from then on. Fails with a Failure when there is no host, or when it refuses; in
 * that case nothing is left open.
 */
export async function servePlugin(options: ServePluginOptions): Promise<ServedPlugin> {
  let hostId: string | undefined
  const launch = launchOf(options)
  const hostIsAt = options.host ?? launch?.host ?? hostAddress(process.env)
  const gatewayOf: GatewayOfCall = (tag, isOver) =>
    hostId === undefined ? undefined : new GatewayClient(host, { hostId, tag, isOver })
  const routes = options.routes(() => hostId, gatewayOf)
  const server = new RpcServer(launch === undefined ? routes : guarded(routes, (call) => strangerTo(launch, call)))
  const address = await server.listen(options.listen ?? launch?.plugin ?? { port: 0 })
  const host = connectToHost(hostIsAt, launch)
  try {
    hostId = await register(host, options, address)
  } catch (error) {
    host.close()
    await server.close()
    throw error
  }
  const registered = hostId
  return {
    hostId,
    address,
    host,
    async close(graceMs = 0) {
      await deregister(host, options.kind, registered)
      await server.close(graceMs)
      host.close()
    },
  }
}

function launchOf(options: ServePluginOptions): PrivateLaunch | undefined {
  if ('launch' in options) return options.launch
  return options.host === undefined ? takePrivateLaunch(process.env) : undefined
}

/** Returns why a call is refused, if it is. Any local process that can reach this one may connect, but only its host knows the token. */
function strangerTo({ token }: PrivateLaunch, call: IncomingCall): string | undefined {
  return saysToken(call, token) ? undefined : 'this plugin answers only the host that launched it'
}

function connectToHost(address: LocalAddress, launch: PrivateLaunch | undefined): RpcChannel {
  return connectChannel(address, launch && { headers: { [tokenHeader]: launch.token } })
}

const portVariables = [
  'SLIPWAY_PLUGIN_SERVICE_PORT',
  'BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT',
  'CELERITY_BUILD_ENGINE_PLUGIN_SERVICE_PORT',
]

/** The port for a host that names none. */
const defaultPort = 43_044

/** Reads the host's address from the environment. Fails with a Failure when the address is malformed. */
export function hostAddress(env: Readonly<Record<string, string | undefined>>): LocalAddress {
  const name = portVariables.find((variable) => (env[variable] ?? '') !== '')
  if (name === undefined) return { port: defaultPort }
  const port = Number(env[name])
  if (Number.isInteger(port) && port > 0 && port < 65_536) return { port }
  throw new Failure('protocol/bad-host-port', `${name} is "${env[name]}", which is not a port`, {
    hint: 'a plugin is started by its host, which sets this variable',
  })
}

async function register(host: RpcChannel, plugin: PluginIdentity, address: LocalAddress): Promise<string> {
  const { kind, pluginId, version, metadata } = plugin
  const request = {
    pluginType: typeNumber(kind),
    pluginId,
    instanceId: String(process.pid),
    protocolVersions: [protocolVersion],
    metadata: { ...metadata, pluginVersion: version },
    ...('port' in address ? { port: address.port } : { unixSocket: address.socketPath }),
  }
  const answer = await host.call(Service.Register, request, { deadlineMs: registerDeadlineMs }).catch((error) => {
    throw new Failure('protocol/no-host', `${pluginId} could not register with its host: ${messageOf(error)}`, {
      hint: 'do not start a plugin by hand: install it into the plugin path and let the engine start it',
      cause: error,
    })
  })
  if (answer.success) return answer.hostId
  throw new Failure(
    'protocol/registration-refused',
    `the host refused ${pluginId} at ${formatAddress(address)}: ${plainWords(answer.message)}`,
  )
}

async function deregister(host: RpcChannel, kind: PluginIdentity['kind'], hostId: string): Promise<void> {
  const request = { pluginType: typeNumber(kind), instanceId: String(process.pid), hostId }
  // The plugin stops even when its host is gone or does not answer.
  await host.call(Service.Deregister, request, { deadlineMs: deregisterDeadlineMs }).catch(() => undefined)
}

function typeNumber(kind: PluginIdentity['kind']): number {
  return kind === 'provider' ? PluginType.PROVIDER : PluginType.TRANSFORMER
}
