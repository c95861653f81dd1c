import {
  RpcServer,
  Service,
  route,
  type PluginDeregistrationRequest,
  type PluginDeregistrationResponse,
  type PluginRegistrationRequest,
  type PluginRegistrationResponse,
  type Route,
} from '@slipway/protocol'
import type { Socket } from 'node:net'
import type { InstalledPlugin } from '../discover/discover.ts'
import { checkRegistration, type Refusal, type Registration } from './check.ts'
import { isOwnPeer } from './peer.ts'

export interface ListenerOptions {
  readonly plugin: InstalledPlugin
  /** What plugins say back with every request they get and make. */
  readonly hostId: () => string
  /** The process group that was launched; asked when somebody registers, by when it is known. */
  readonly group: () => number
  /** More that this plugin may ask of the host: the gateway. Who comes in here is who was launched. */
  readonly services?: readonly Route[]
  readonly onRefused: (refusal: Refusal) => void
  readonly onDeregistered: () => void
}

/**
 * The plugin service for one launch of one plugin, at a port of its own: whoever comes in was told that port by us,
 * so the port says who is calling.
 */
export class LaunchListener {
  /** Settles with the first registration that passes all checks; never rejects. */
  readonly registered: Promise<Registration>
  readonly #options: ListenerOptions
  readonly #server: RpcServer
  #registeredAs: string | undefined
  #refusals = 0
  #onRegistered: (registration: Registration) => void = () => {}

  constructor(options: ListenerOptions) {
    this.#options = options
    this.registered = new Promise((resolve) => {
      this.#onRegistered = resolve
    })
    const routes = [
      route(Service.Register, (request) => this.#register(request)),
      route(Service.Deregister, (request) => this.#deregister(request)),
      ...(options.services ?? []),
    ]
    this.#server = new RpcServer(routes, { admit: (socket) => this.#admits(socket) })
  }

  /** Answers with the port. */
  async open(): Promise<number> {
    const address = await this.#server.listen({ port: 0 })
    return 'port' in address ? address.port : 0
  }

  close(): Promise<void> {
    return this.#server.close()
  }

  #admits(socket: Socket): boolean {
    const admitted = isOwnPeer(socket)
    if (!admitted) this.#tell(foreign)
    return admitted
  }

  /** Whoever knocks for ever fills no terminal and no log. */
  #tell(refusal: Refusal): void {
    this.#refusals++
    if (!refusal.stranger || this.#refusals < mostTold) this.#options.onRefused(refusal)
    else if (this.#refusals === mostTold)
      this.#options.onRefused({ ...refusal, refusal: `${refusal.refusal}; further refusals are not told` })
  }

  #register(request: PluginRegistrationRequest): Partial<PluginRegistrationResponse> {
    const { plugin, group, hostId } = this.#options
    const answer =
      this.#registeredAs === undefined ? checkRegistration(request, plugin, group()) : alreadyRegistered(plugin.id)
    if ('refusal' in answer) {
      this.#tell(answer)
      return { success: false, message: answer.refusal }
    }
    this.#registeredAs = request.instanceId
    this.#onRegistered(answer)
    return { success: true, message: `${plugin.id} is registered`, hostId: hostId() }
  }

  /** Plugins name themselves by process id, some by plugin id. */
  #deregister({ hostId, instanceId }: PluginDeregistrationRequest): Partial<PluginDeregistrationResponse> {
    const { plugin, onDeregistered } = this.#options
    const itself = instanceId === plugin.id || instanceId === this.#registeredAs
    if (hostId !== this.#options.hostId() || !itself || this.#registeredAs === undefined) {
      return { success: false, message: `no such plugin is registered here: this is the door of ${plugin.id}` }
    }
    this.#registeredAs = undefined
    onDeregistered()
    return { success: true, message: `${plugin.id} is deregistered` }
  }
}

const mostTold = 10

/** Whoever asks is not the one that the launch waits for: that one has registered. */
function alreadyRegistered(id: string): Refusal {
  return { code: 'host/registration-refused', refusal: `plugin ${id} is already registered`, stranger: true }
}

const foreign: Refusal = {
  code: 'host/registration-refused',
  refusal: 'a process of another user has connected to its port',
  stranger: true,
}
