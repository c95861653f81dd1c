import type { Socket } from 'node:net'
import type { Refusal } from './refusal.ts'
import type { PeerCheck } from './peer.ts'

/** With more unchecked visitors than this, all of them are checked. */
const crowd = 32
/** The most unchecked visitors: more would use up the connections that this process may have. */
const mostUnknown = 256
/** Connections of the plugin itself, which needs one. */
const mostAdmitted = 32

export interface VisitorsOptions {
  readonly peers: Pick<PeerCheck, 'refusalOf'>
  /** The process group that was launched. */
  readonly group: () => number
  /** Called when a visitor was turned away without having asked for anything. */
  readonly onTurnedAway: (refusal: Refusal) => void
}

/**
 * The clients connected to the port of a launch. Any local process may connect, even many times, and just hang around. Clients are checked
 * only when they ask for something: a result from the moment of connecting may be wrong later.
 */
export class PortVisitors {
  readonly #options: VisitorsOptions
  readonly #unknown = new Set<Socket>()
  readonly #admitted = new Set<Socket>()
  readonly #judged = new WeakMap<Socket, Promise<Refusal | undefined>>()
  #isClearing = false

  constructor(options: VisitorsOptions) {
    this.#options = options
  }

  enter(socket: Socket): void {
    this.#unknown.add(socket)
    socket.once('close', () => this.#unknown.delete(socket))
    if (this.#unknown.size > crowd) void this.#clear()
    const [oldest] = this.#unknown
    if (this.#unknown.size > mostUnknown) oldest?.destroy()
  }

  /**
   * The reason to refuse a visitor's request; `undefined` when the visitor is the plugin. `claimed` is the process id that the visitor
   * gives.
   */
  refusalOf(socket: Socket, claimed: number): Promise<Refusal | undefined> | undefined {
    if (this.#admitted.has(socket)) return undefined
    let verdict = this.#judged.get(socket)
    if (verdict === undefined) {
      verdict = this.#judge(socket, claimed)
      this.#judged.set(socket, verdict)
    }
    return verdict
  }

  /** True for a visitor that was found to be the plugin. */
  isAdmitted(socket: Socket): boolean {
    return this.#admitted.has(socket)
  }

  async #judge(socket: Socket, claimed: number): Promise<Refusal | undefined> {
    const { peers, group } = this.#options
    const refusal = await peers.refusalOf(socket, { group: group(), claimed })
    this.#unknown.delete(socket)
    if (refusal !== undefined) return refusal
    if (this.#admitted.size >= mostAdmitted) return oneTooMany
    if (socket.destroyed) return undefined
    this.#admitted.add(socket)
    socket.once('close', () => this.#admitted.delete(socket))
    return undefined
  }

  /** Disconnects the visitors that are not the plugin. */
  async #clear(): Promise<void> {
    if (this.#isClearing) return
    this.#isClearing = true
    await Promise.all(
      [...this.#unknown].map(async (socket) => {
        const refusal = await this.refusalOf(socket, 0)
        if (refusal === undefined || socket.destroyed) return
        socket.destroy()
        this.#options.onTurnedAway(refusal)
      }),
    )
    this.#isClearing = false
  }
}

const oneTooMany: Refusal = {
  code: 'host/registration-refused',
  refusal: `it comes from the plugin, which has ${mostAdmitted} connections already`,
  // The launch goes on with those.
  stranger: true,
}
