import {
  closedGatewayRoutes,
  connectChannel,
  gatewayRoutes,
  openSocket,
  tokenHeader,
  type RpcChannel,
} from '@slipway/protocol'
import { launchFiles } from '@slipway/protocol/launch-files'
import { CallsUnderWay } from '../../gateway/calls-under-way.ts'
import { releaseFolder, type PrivateFolder } from '../../private-folders.ts'
import { nobodyAsked } from '../../peers/lsof.ts'
import { PeerCheck } from '../../peers/peer.ts'
import type { Refusal } from '../../peers/refusal.ts'
import type { Greeted, Greeting, GreetingOptions, LaunchProblem, Start } from '../dialect.ts'
import { answersAsRegistered } from './probe.ts'
import { EarlyDoor } from './register/early-door.ts'
import { LaunchListener, type Registered } from './register/launch-listener.ts'
import { debuggedStart } from './debugged.ts'
import { sourcesStart } from './sources-start.ts'
import { SocketFile } from '../socket-file.ts'
import { stampedChannel } from './stamped-channel.ts'
import { launchVariables } from './variables.ts'

/** The beginning of a line on standard error that the user should see at once, and how many such lines one launch may print. */
const noticeMark = '[notice] '
const mostNotices = 10_000

/** A launch of a plugin that registers with its host: it finds our door in its environment, and reports its own. */
export class DeployEngineGreeting implements Greeting {
  readonly left: Promise<void>
  readonly #options: GreetingOptions
  readonly #peers: PeerCheck
  /** The folder that only host and plugin can read, if the system allows that. */
  readonly #folder: PrivateFolder | undefined
  readonly #calls: CallsUnderWay
  readonly #greeted = Promise.withResolvers<Greeted | LaunchProblem>()
  readonly #deregistered = Promise.withResolvers<void>()
  #door: EarlyDoor | undefined
  #listener: LaunchListener | undefined
  #registered: Registered | undefined
  #notices = 0
  /** The plugin's socket, if it has reported one that is a file. */
  #socket: SocketFile | undefined

  constructor(options: GreetingOptions) {
    const { plugin, folders } = options
    const isAttached = plugin.debug?.attachPort !== undefined
    // Of a process that the plugin's author has started, only the port is known.
    this.#peers = isAttached ? new PeerCheck(false, nobodyAsked) : options.peers
    this.#options = options
    this.left = this.#deregistered.promise
    this.#folder = isAttached ? undefined : folders.add()
    this.#calls = new CallsUnderWay(plugin)
  }

  get greeted(): Promise<Greeted | LaunchProblem> {
    return this.#greeted.promise
  }

  async open(): Promise<Start> {
    const { plugin } = this.#options
    // Plugins that come with Slipway always use the socket, so they can start before the protocol is loaded.
    if (this.#folder !== undefined && plugin.root.origin === 'bundled')
      this.#door = EarlyDoor.open(launchFiles(this.#folder.path).host)
    const { port: servicePort, folder: launchFolder } =
      this.#door === undefined ? await this.#listen() : { port: undefined, folder: this.#folder?.path }
    return debuggedStart(plugin, { ...sourcesStart(plugin), variables: launchVariables({ servicePort, launchFolder }) })
  }

  launched(): void {
    if (this.#door !== undefined) void this.#listen()
  }

  #listen(): ReturnType<LaunchListener['open']> {
    const { plugin, hostId, group, gateway } = this.#options
    const calls = this.#calls
    this.#listener = new LaunchListener({
      plugin,
      hostId,
      folder: this.#folder,
      door: this.#door,
      peers: this.#peers,
      group,
      services: gateway === undefined ? closedGatewayRoutes() : gatewayRoutes((said) => gateway(calls.caller(said))),
      onRefused: (refusal) => this.#onRefused(refusal),
      onDeregistered: () => this.#deregistered.resolve(),
    })
    void this.#listener.registered.then((registered) => this.#greeted.resolve(this.#onRegistered(registered)))
    return this.#listener.open()
  }

  heard(stream: 'stdout' | 'stderr', line: string): boolean | string {
    if (stream !== 'stderr' || !line.startsWith(noticeMark) || this.#notices >= mostNotices) return false
    this.#notices++
    return line.slice(noticeMark.length)
  }

  /** Checks the listener before it sends anything, and the process that answers after the answer. */
  async dial(withinMs: number, signal: AbortSignal): Promise<RpcChannel | string> {
    if (this.#registered === undefined) return 'it has not registered'
    const { address, claimed, token } = this.#registered
    const peers = this.#peers
    const { group, hostId, plugin } = this.#options
    const launched = { group: group(), claimed }
    const problem =
      'port' in address
        ? peers.problemOfPort(address.port, launched)
        : peers.problemOfSocket(address.socketPath, launched)
    if (problem !== undefined) return problem
    const socket = openSocket(address)
    const channel = stampedChannel(
      connectChannel(address, { socket, ...(token !== undefined && { headers: { [tokenHeader]: token } }) }),
      { hostId, calls: this.#calls, knowsTags: token !== undefined },
    )
    const answer = await answersAsRegistered(channel, plugin.kind, withinMs, signal)
    // A path always leads to the checked process: no other user can change anything on the way to it.
    const refusal = answer === true && 'port' in address ? await peers.refusalOf(socket, launched) : undefined
    if (answer === true && refusal === undefined) return channel
    channel.close()
    return answer === true ? `the answer is not from the plugin: ${refusal?.refusal}` : answer
  }

  async close(): Promise<void> {
    this.#socket?.remove()
    this.#door?.close()
    await this.#listener?.close()
    if (this.#folder !== undefined) releaseFolder(this.#folder)
  }

  #onRegistered(registered: Registered): Greeted {
    this.#registered = registered
    if ('socketPath' in registered.address) this.#socket = new SocketFile(registered.address.socketPath)
    return { version: registered.metadata.pluginVersion }
  }

  #onRefused(refusal: Refusal): void {
    this.#options.onRefused(refusal)
    if (refusal.stranger) return
    const reason = `was refused: ${refusal.refusal}`
    // Another launch may succeed: the plugin gets as many launches as every other plugin.
    this.#greeted.resolve({ reason, permanent: false, code: refusal.code })
  }
}
