import { releaseFolder, type PrivateFolder } from '../../private-folders.ts'
import { connectChannel, type RpcChannel } from '@slipway/protocol'
import {
  channelOfVersion5,
  Ephemerals,
  PluginController,
  PluginHealth,
  PluginStdio,
  type ProtocolVersion,
  TerraformWireClient,
} from '@slipway/protocol/terraform'
import { messageOf } from '@slipway/model'
import { quoted } from '../../quoted.ts'
import type { Greeted, Greeting, GreetingOptions, LaunchProblem, Start } from '../dialect.ts'
import { SocketFile } from '../socket-file.ts'
import { binaryMark } from './binary-mark.ts'
import { type Certificate, throwAwayCertificate } from './certificate.ts'
import { type Handshake, handshakeIn } from './handshake-line.ts'
import { connectionTo, standing } from './secure-connection.ts'

/** Bytes: the schema of a large cloud has tens of megabytes. */
const maxMessageBytes = 256 * 1024 * 1024

/** Keeps people from running a provider by hand; the same for all providers. It protects nothing. */
const magicCookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2'

/** Milliseconds for a provider to cancel its work, and to agree to end. */
const stopMs = 5000
const shutdownMs = 2000

const notRunning = '; TF_REATTACH_PROVIDERS says that it runs there: start it again, or unset the variable'

/** How many bytes the path of a unix socket may have on every system. */
const longestSocketPath = 103

/** A provider's description of itself, from the greeting. */
export interface TerraformIntroduction {
  readonly protocolVersion: ProtocolVersion
  /** Receives warnings that come with its answers. */
  readonly said: GreetingOptions['said']
  /** The ephemeral resources of this launch, which are closed before its process ends. */
  readonly ephemerals: Ephemerals
  /** The mark of its binary before it was started; empty for one that somebody else has started. */
  readonly mark: string
}

/**
 * A launch of a provider that finds a cookie and our certificate in its environment, listens at a place of its own choice, and prints one
 * line with the place and its own certificate. One that already runs is only called.
 */
export class TerraformGreeting implements Greeting {
  readonly greeted: Promise<Greeted | LaunchProblem>
  readonly overdue = 'printed no address'
  /** Providers take no leave. */
  readonly left = new Promise<void>(() => {})
  readonly #options: GreetingOptions
  readonly #greet: (said: Greeted | LaunchProblem) => void
  readonly #folder: PrivateFolder | undefined
  readonly #isAttached: boolean
  readonly #ephemerals = new Ephemerals()
  #mark = ''
  #own: Certificate | undefined
  #handshake: Handshake | undefined
  #socket: SocketFile | undefined
  #isHeard = false
  #farewell: Promise<void> | undefined

  constructor(options: GreetingOptions) {
    const { promise, resolve } = Promise.withResolvers<Greeted | LaunchProblem>()
    this.greeted = promise
    this.#greet = resolve
    this.#options = options
    this.#isAttached = options.plugin.root.origin === 'attached'
    this.#folder = this.#isAttached ? undefined : options.folders.add()
  }

  get introduction(): TerraformIntroduction | undefined {
    const { said } = this.#options
    const own = { ephemerals: this.#ephemerals, mark: this.#mark }
    return this.#handshake && { protocolVersion: this.#handshake.protocolVersion, said, ...own }
  }

  async open(): Promise<Start> {
    if (this.#isAttached) {
      this.#heardLine(this.#options.plugin.file)
      // Something has to run in its place, and to end with us.
      return { variables: {}, file: '/bin/cat', keepsStdin: true }
    }
    this.#mark = binaryMark(this.#options.plugin.file)
    this.#own = throwAwayCertificate()
    return {
      variables: {
        TF_PLUGIN_MAGIC_COOKIE: magicCookie,
        PLUGIN_PROTOCOL_VERSIONS: '5,6',
        PLUGIN_MIN_PORT: '10000',
        PLUGIN_MAX_PORT: '25000',
        PLUGIN_CLIENT_CERT: this.#own.certificate,
        PLUGIN_UNIX_SOCKET_DIR: this.#socketFolder,
        PLUGIN_MULTIPLEX_GRPC: undefined,
        TF_REATTACH_PROVIDERS: undefined,
        ...this.#quiet,
      },
    }
  }

  /** Their library writes some ten lines for each call, unless somebody says otherwise. */
  get #quiet(): Start['variables'] {
    const { TF_LOG, TF_LOG_SDK } = this.#options.environment
    return TF_LOG === undefined && TF_LOG_SDK === undefined ? { TF_LOG_SDK: 'warn' } : {}
  }

  /** Only host and provider can enter it. Where its path is too long for a socket, the provider uses the system's own. */
  get #socketFolder(): string | undefined {
    const path = this.#folder?.path
    return path !== undefined && Buffer.byteLength(`${path}/plugin1234567890`) <= longestSocketPath ? path : undefined
  }

  /** The first line of the output is the handshake. All others are for the log. */
  heard(stream: 'stdout' | 'stderr', line: string): boolean {
    if (stream === 'stdout' && !this.#isAttached && !this.#isHeard) this.#heardLine(line)
    return false
  }

  #heardLine(line: string): void {
    this.#isHeard = true
    const handshake = handshakeIn(line)
    if (typeof handshake === 'string') this.#greet({ reason: handshake, permanent: true })
    else if (this.#own !== undefined && handshake.certificate === undefined)
      this.#greet({ reason: 'speaks without encryption, although Slipway asked for encryption', permanent: true })
    else {
      this.#handshake = handshake
      if ('socketPath' in handshake.address && !this.#isAttached)
        this.#socket = new SocketFile(handshake.address.socketPath)
      this.#greet({ version: '' })
    }
  }

  /** Checks the process that listens before it sends anything, and over a port the one that answers: every local process can reach it. */
  async dial(withinMs: number, signal: AbortSignal): Promise<RpcChannel | string> {
    const handshake = this.#handshake
    if (handshake === undefined) return 'it has no address'
    const { peers, group } = this.#options
    const { address } = handshake
    const launched = { group: group() }
    if (!this.#isAttached) {
      const problem =
        'port' in address
          ? peers.problemOfPort(address.port, launched)
          : peers.problemOfSocket(address.socketPath, launched)
      if (problem !== undefined) return problem
    }
    const socket = connectionTo(handshake, this.#own)
    const problem = await standing(socket, handshake, withinMs, signal)
    if (problem !== undefined) return this.#isAttached ? problem + notRunning : problem
    const refusal = 'port' in address && !this.#isAttached ? await peers.refusalOf(socket, launched) : undefined
    if (refusal !== undefined) {
      socket.destroy()
      return `the answer is not from the plugin: ${refusal.refusal}`
    }
    const channel = connectChannel(address, { socket, maxMessageBytes })
    void this.#listen(channel)
    return handshake.protocolVersion === 5 ? channelOfVersion5(channel) : channel
  }

  /** Writes into the log what the provider prints after its handshake. Some libraries send it in a call instead. */
  async #listen(channel: RpcChannel): Promise<void> {
    try {
      for await (const { channel: stream, data } of channel.stream(PluginStdio.StreamStdio, {}))
        this.#options.note(`${stream === 2 ? 'stderr' : 'stdout'}: ${quoted(Buffer.from(data).toString('utf8'))}`)
    } catch {
      // It has no such call, or has ended.
    }
  }

  /** Has the provider cancel what it is at, then asks it to end. Runs once, and not for one that somebody else has started. */
  farewell(channel: RpcChannel): Promise<void> {
    this.#farewell ??= this.#end(channel)
    return this.#farewell
  }

  async #end(channel: RpcChannel): Promise<void> {
    await this.#ephemerals.close(new TerraformWireClient(channel, () => 6))
    // A provider that was there before us stays.
    if (this.#isAttached) return
    try {
      const problem = await new TerraformWireClient(channel, () => 6).stop({ deadlineMs: stopMs })
      if (problem !== '') this.#options.note(`did not stop: ${quoted(problem)}`)
    } catch (error) {
      this.#options.note(`did not stop: ${quoted(messageOf(error))}`)
    }
    // It may end before it has answered.
    await channel.call(PluginController.Shutdown, {}, { deadlineMs: shutdownMs }).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#socket?.remove()
    if (this.#folder !== undefined) releaseFolder(this.#folder)
  }
}

/** The library of all providers answers this by itself. */
export async function isHealthy(channel: RpcChannel, withinMs: number): Promise<unknown> {
  return await channel.call(PluginHealth.Check, { service: 'plugin' }, { deadlineMs: withinMs })
}
