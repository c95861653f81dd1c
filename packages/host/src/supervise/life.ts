import type { CallControl } from '@slipway/model'
import type { Init, Method, StreamMethod } from '@slipway/protocol'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { describeExit } from '@slipway/processes'
import type { Connection } from '../launch/launcher.ts'
import type { HostEvent } from './event.ts'

export interface LifePolicy {
  /** Milliseconds between TERM and KILL. */
  readonly graceMs: number
  /** Milliseconds in which a process that a caller waits for must answer a simple call; otherwise it is killed. */
  readonly probeMs: number
}

export interface LifeOptions extends LifePolicy {
  readonly plugin: InstalledPlugin
  readonly connection: Connection
  readonly emit: (kind: HostEvent['kind'], message: string, pid: number) => void
}

/** One process of a plugin, with its calls, from when it is ready until nothing of it is left. */
export class Life {
  readonly connection: Connection
  /** Resolves when nothing of its process group is left, and its resources are freed. */
  readonly ended: Promise<void>
  readonly #options: LifeOptions
  #underWay = 0
  #isDraining = false
  #isProbing = false
  /** The reason why we killed it ourselves: its exit status would mislead. */
  #verdict: string | undefined

  constructor(options: LifeOptions) {
    this.#options = options
    this.connection = options.connection
    this.ended = this.#ending()
  }

  /** The number of its calls that have neither ended nor been given up. */
  get callsUnderWay(): number {
    return this.#underWay
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** How it ended; `undefined` while it lives. Follows the plugin's name in a sentence: `exited with code 3`. */
  get howItEnded(): string | undefined {
    const { status } = this.connection.process
    return status === undefined ? undefined : (this.#verdict ?? describeExit(status))
  }

  /** Fails as the channel does. */
  async call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    control?: CallControl,
  ): Promise<Response> {
    this.#underWay++
    try {
      return await this.connection.channel.call(method, request, control)
    } finally {
      this.#over()
    }
  }

  async *stream<Request, Response>(
    method: StreamMethod<Request, Response>,
    request: Init<Request>,
    control?: CallControl,
  ): AsyncGenerator<Response> {
    this.#underWay++
    try {
      yield* this.connection.channel.stream(method, request, control)
    } finally {
      this.#over()
    }
  }

  /**
   * For a process that may still work on an abandoned call: it gets no new calls, and stops when its other calls have ended. If it no
   * longer answers, the drain does not wait for them.
   */
  drain(): void {
    this.#isDraining = true
    if (this.#underWay === 0) this.#stop()
    else void this.#probe()
  }

  /** Kills a useless process; its exit status would not give the reason. */
  async condemn(verdict: string): Promise<void> {
    const { process } = this.connection
    if (process.status !== undefined) return
    this.#verdict = verdict
    this.#options.emit('hung', `${this.#options.plugin.id} ${verdict}`, process.pid)
    await process.stop(0)
  }

  #over(): void {
    this.#underWay--
    if (this.#isDraining && this.#underWay === 0) this.#stop()
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return
    this.#isProbing = true
    const { plugin, probeMs } = this.#options
    const answers = await plugin.dialect.isResponsive(this.connection.channel, plugin, probeMs)
    this.#isProbing = false
    if (!answers) await this.condemn('was killed because it no longer answered')
  }

  #stop(): void {
    void this.connection.process.stop(this.#options.graceMs)
  }

  async #ending(): Promise<void> {
    const { connection } = this
    await connection.process.exited
    connection.channel.close()
    await connection.process.ended
    await connection.release()
  }
}
