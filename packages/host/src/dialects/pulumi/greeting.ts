import { connectChannel, guarded, openSocket, route, RpcServer, type RpcChannel } from '@slipway/protocol'
import { Engine, LogSeverity, PulumiProviderMethods } from '@slipway/protocol/pulumi'
import { PortVisitors } from '../../peers/port-visitors.ts'
import { quoted } from '../../quoted.ts'
import type { Greeted, Greeting, GreetingOptions, LaunchProblem, Start } from '../dialect.ts'

/** As Pulumi has it: the schema of a large cloud has tens of megabytes. */
const maxMessageBytes = 400 * 1024 * 1024

/**
 * A launch of a plugin that gets the address of its engine as its argument, listens at a port of its own choice, and prints
 * that as its first line. Both ports are open to everybody of this machine: the system is asked who is there.
 */
export class PulumiGreeting implements Greeting {
  readonly greeted: Promise<Greeted | LaunchProblem>
  /** Such plugins take no leave. */
  readonly left = new Promise<void>(() => {})
  readonly #options: GreetingOptions
  readonly #engine: RpcServer
  readonly #greet: (said: Greeted | LaunchProblem) => void
  #engineAddress = ''
  #port: number | undefined

  constructor(options: GreetingOptions) {
    const { promise, resolve } = Promise.withResolvers<Greeted | LaunchProblem>()
    const { peers, group, onRefused, note } = options
    this.greeted = promise
    this.#greet = resolve
    this.#options = options
    const visitors = new PortVisitors({ peers, group, onTurnedAway: onRefused })
    const log = route(Engine.Log, ({ severity, message }) => {
      note(`${severity >= LogSeverity.WARNING ? 'warns' : 'says'}: ${quoted(message)}`)
      return {}
    })
    this.#engine = new RpcServer(
      guarded([log], ({ socket }) => visitors.refusalOf(socket, 0)?.then((refusal) => refusal?.refusal)),
      {
        admit: (socket) => {
          visitors.enter(socket)
          return true
        },
        maxConnections: Number.POSITIVE_INFINITY,
        isKnown: (socket) => visitors.isAdmitted(socket),
      },
    )
  }

  async open(): Promise<Start> {
    const address = await this.#engine.listen({ port: 0 })
    this.#engineAddress = `127.0.0.1:${'port' in address ? address.port : 0}`
    return { variables: {}, args: [this.#engineAddress], keepsStdin: true }
  }

  /** The first line is the port; what follows is talk. */
  heard(stream: 'stdout' | 'stderr', line: string): void {
    if (stream !== 'stdout' || this.#port !== undefined) return
    this.#port = /^\s*\d{1,5}\s*$/.test(line) ? Number(line) : 0
    if (this.#port > 0 && this.#port < 65_536) this.#greet({ version: '' })
    else this.#greet({ reason: `printed ${quoted(line)} where its port was expected`, permanent: false })
  }

  async dial(withinMs: number, signal: AbortSignal): Promise<RpcChannel | string> {
    const { peers, group } = this.#options
    const port = this.#port ?? 0
    const launched = { group: group() }
    const problem = peers.problemOfPort(port, launched)
    if (problem !== undefined) return problem
    const socket = openSocket({ port })
    const channel = connectChannel({ port }, { socket, maxMessageBytes })
    const answer = await this.#shakeHands(channel, withinMs, signal)
    const refusal = answer === undefined ? await peers.refusalOf(socket, launched) : undefined
    if (answer === undefined && refusal === undefined) return channel
    channel.close()
    return answer ?? `the answer is not its own: ${refusal?.refusal}`
  }

  async close(): Promise<void> {
    await this.#engine.close()
  }

  /** `undefined` when the plugin answers. Older ones do not know the question, which is an answer, too. */
  async #shakeHands(channel: RpcChannel, deadlineMs: number, signal: AbortSignal): Promise<string | undefined> {
    try {
      const request = { engineAddress: this.#engineAddress }
      await channel.call(PulumiProviderMethods.Handshake, request, { deadlineMs, signal })
      return undefined
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return 'code' in error && error.code === 'protocol/unimplemented' ? undefined : error.message
    }
  }
}
