import {
  guarded,
  route,
  RpcServer,
  saysToken,
  Service,
  type IncomingCall,
  type PluginDeregistrationRequest,
  type PluginDeregistrationResponse,
  type PluginRegistrationRequest,
  type PluginRegistrationResponse,
  type Route,
} from '@slipway/protocol'
import { launchFiles } from '@slipway/protocol/launch-files'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { PrivateFolder } from '../../../private-folders.ts'
import type { Refusal } from '../../../peers/refusal.ts'
import type { InstalledPlugin } from '../../dialect.ts'
import { checkRegistration, processNumber, type Registration } from './check.ts'
import type { PeerCheck } from '../../../peers/peer.ts'
import { ToldRefusals } from '../../../peers/told-refusals.ts'
import { PortVisitors } from '../../../peers/port-visitors.ts'
import type { EarlyDoor } from './early-door.ts'

export interface ListenerOptions {
  readonly plugin: InstalledPlugin
  /** Unique to this launch; the plugin repeats it in all its requests and answers. */
  readonly hostId: string
  /** If present, plugins that know of it connect through a socket in it, and send its token. */
  readonly folder: PrivateFolder | undefined
  /** The socket in that folder, where it is open already. */
  readonly door?: EarlyDoor | undefined
  readonly peers: PeerCheck
  /** The process group of the launch; read at each call, when it is known. */
  readonly group: () => number
  /** Further routes for this plugin: the gateway. Callers here are the launched plugin. */
  readonly services?: readonly Route[]
  readonly onRefused: (refusal: Refusal) => void
  readonly onDeregistered: () => void
}

/** Bytes of answers that a plugin may ask for and not read. */
const maxUnsentBytes = 64 * 1024 * 1024

/** A plugin that has registered. */
export interface Registered extends Registration {
  /** The process number that the caller claims. */
  readonly claimed: number
  /** The token with which the plugin came in; it then expects the token with each call. */
  readonly token: string | undefined
}

/** The door's knowledge of a caller. */
interface Door {
  /** The token for callers at this door; only some doors have one. */
  readonly token: string | undefined
  /** Why a caller is not taken for the plugin. */
  refusalOf(call: IncomingCall, claimed: number): Promise<Refusal | undefined> | Refusal | undefined
}

/**
 * The plugin service for one launch of one plugin. It has two doors. One is a loopback port: any local process may connect, and the host
 * asks the system who owns the connection. The other is for plugins that know of it: a unix socket in a folder that only our user may
 * enter, with a token. When the plugin has come in by one door, the host closes the other. Plugins that come with Slipway know the socket
 * and get no port at all.
 */
export class LaunchListener {
  /** Settles with the first registration that passes all checks; never rejects. */
  readonly registered: Promise<Registered>
  readonly #options: ListenerOptions
  readonly #port: RpcServer
  readonly #socket: RpcServer | undefined
  readonly #refusals: ToldRefusals
  #isSocketOpen = false
  #registeredAs: string | undefined
  #onRegistered: (registered: Registered) => void = () => {}

  constructor(options: ListenerOptions) {
    this.#options = options
    const { folder, peers, group, onRefused } = options
    this.#refusals = new ToldRefusals(onRefused)
    this.registered = new Promise((resolve) => {
      this.#onRegistered = resolve
    })
    const visitors = new PortVisitors({ peers, group, onTurnedAway: (refusal) => this.#refusals.add(refusal) })
    const admit = (socket: Socket): boolean => {
      visitors.enter(socket)
      return true
    }
    const refusalAtPort: Door['refusalOf'] = ({ socket }, claimed) =>
      this.#isTokenTaken() ? otherDoor : visitors.refusalOf(socket, claimed)
    this.#port = new RpcServer(this.#routes({ token: undefined, refusalOf: refusalAtPort }), {
      maxUnsentBytes,
      admit,
      // No limit here: `PortVisitors` makes sure that strangers take nothing away from the plugin.
      maxConnections: Number.POSITIVE_INFINITY,
      isKnown: (socket) => visitors.isAdmitted(socket),
    })
    if (folder === undefined) return
    const { token } = folder
    const refusalOf = (call: IncomingCall): Refusal | undefined => (saysToken(call, token) ? undefined : withoutToken)
    this.#socket = new RpcServer(this.#routes({ token, refusalOf }), { maxUnsentBytes })
  }

  /** Returns the open doors; the folder only if the system lets us listen in it. */
  async open(): Promise<{ readonly port: number | undefined; readonly folder: string | undefined }> {
    const folder = await this.#openSocket()
    if (folder !== undefined && this.#options.plugin.root.origin === 'bundled') return { port: undefined, folder }
    const address = await this.#port.listen({ port: this.#options.plugin.debug?.attachPort ?? 0 })
    return { port: 'port' in address ? address.port : undefined, folder }
  }

  async #openSocket(): Promise<string | undefined> {
    const path = this.#options.folder?.path
    if (path === undefined) return undefined
    const { door } = this.#options
    if (door !== undefined) {
      door.serve((socket) => this.#socket?.take(socket))
      this.#isSocketOpen = true
      return path
    }
    try {
      await this.#socket?.listen({ socketPath: launchFiles(path).host })
      this.#isSocketOpen = true
      return path
    } catch {
      // Some file systems have no sockets; the port does as well.
      return undefined
    }
  }

  /** A caller with the token comes in by the socket, and is the plugin. */
  #isTokenTaken(): boolean {
    const { folder } = this.#options
    return this.#isSocketOpen && folder !== undefined && !existsSync(launchFiles(folder.path).token)
  }

  async close(): Promise<void> {
    await Promise.all([this.#port.close(), this.#closeSocket()])
  }

  async #closeSocket(): Promise<void> {
    this.#options.door?.close()
    await this.#socket?.close()
  }

  #routes(door: Door): readonly Route[] {
    const others = [
      route(Service.Deregister, (request) => this.#deregister(request)),
      ...(this.#options.services ?? []),
    ]
    return [
      route(Service.Register, (request, call) => this.#register(request, call, door)),
      ...guarded(others, (call) => this.#guard(call, door)),
    ]
  }

  #guard(call: IncomingCall, door: Door): Promise<string | undefined> | undefined {
    const verdict = door.refusalOf(call, 0)
    return verdict === undefined ? undefined : this.#guardBy(verdict, call)
  }

  async #guardBy(verdict: Refusal | Promise<Refusal | undefined>, call: IncomingCall): Promise<string | undefined> {
    const refusal = await verdict
    return refusal === undefined ? undefined : this.#turnAway(call, refusal).message
  }

  async #register(
    request: PluginRegistrationRequest,
    call: IncomingCall,
    door: Door,
  ): Promise<Partial<PluginRegistrationResponse>> {
    const { plugin, group, hostId } = this.#options
    const claimed = processNumber(request.instanceId)
    const refusal = await door.refusalOf(call, claimed)
    if (refusal !== undefined) return this.#turnAway(call, refusal)
    const answer =
      this.#registeredAs === undefined ? checkRegistration(request, plugin, group()) : alreadyRegistered(plugin.id)
    if ('refusal' in answer) {
      this.#refusals.add(answer)
      return { success: false, message: answer.refusal }
    }
    this.#registeredAs = request.instanceId
    this.#onRegistered({ ...answer, claimed, token: door.token })
    void (door.token === undefined ? this.#closeSocket() : this.#port.close())
    return { success: true, message: `${plugin.id} is registered`, hostId }
  }

  /** Closes the connection too: a caller who stayed would use up our connections. */
  #turnAway({ socket }: IncomingCall, refusal: Refusal): { success: false; message: string } {
    this.#refusals.add(refusal)
    // The answer is on its way by then.
    setImmediate(() => socket.destroySoon())
    return { success: false, message: refusal.refusal }
  }

  /** Plugins name themselves by process id, some by plugin id. */
  #deregister({ hostId, instanceId }: PluginDeregistrationRequest): Partial<PluginDeregistrationResponse> {
    const { plugin, onDeregistered } = this.#options
    const itself = instanceId === plugin.id || instanceId === this.#registeredAs
    if (hostId !== this.#options.hostId || !itself || this.#registeredAs === undefined) {
      return { success: false, message: `no such plugin is registered here: this address is only for ${plugin.id}` }
    }
    this.#registeredAs = undefined
    onDeregistered()
    return { success: true, message: `${plugin.id} is deregistered` }
  }
}

/** This caller is not the plugin of the launch: that one has already registered. */
function alreadyRegistered(id: string): Refusal {
  return { code: 'host/registration-refused', refusal: `plugin ${id} is already registered`, stranger: true }
}

const otherDoor: Refusal = {
  code: 'host/registration-refused',
  refusal: 'it uses the port, but the launched plugin uses the socket',
  stranger: true,
}

const withoutToken: Refusal = {
  code: 'host/registration-refused',
  refusal: 'it does not have the token of the launch',
  stranger: true,
}
