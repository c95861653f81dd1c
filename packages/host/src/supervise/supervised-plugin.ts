import { Failure } from '@slipway/model'
import { RpcFailure } from '@slipway/protocol'
import type { InstalledPlugin } from '../discover/discover.ts'
import { describeExit } from '../launch/exit-status.ts'
import type { Connection, LaunchContext } from '../launch/launcher.ts'
import { pluginLogFile } from '../layout.ts'
import { settledWithin } from '../process/settled-within.ts'
import { isResponsive } from '../register/probe.ts'
import { quoted } from '../register/quoted.ts'
import type { HostEvent } from './event.ts'
import { launchUntilRunning, stoppedWhileStarting, type LaunchPolicy } from './launch-loop.ts'
import { RestartBudget, type RelaunchLimit } from './restart-budget.ts'

export interface SupervisionPolicy extends LaunchPolicy {
  readonly relaunch: RelaunchLimit
  /** Milliseconds between TERM and KILL. */
  readonly graceMs: number
  /** After a call has missed its deadline, the plugin must answer a plain question within this time, or it is killed. */
  readonly probeMs: number
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting'; readonly running: Promise<Connection> }
  | { readonly kind: 'running'; readonly connection: Connection }
  | { readonly kind: 'given-up'; readonly failure: Failure }
  | { readonly kind: 'stopped' }

/** How long we wait for the exit status of a plugin whose connection broke: the system tells both at about once. */
const exitNewsMs = 300

/** One plugin through all its launches: starts it when it is needed, again when it dies, and ends it for good. */
export class SupervisedPlugin {
  readonly plugin: InstalledPlugin
  readonly #context: LaunchContext
  readonly #policy: SupervisionPolicy
  readonly #onEvent: (event: HostEvent) => void
  readonly #budget: RestartBudget
  readonly #stopping = new AbortController()
  /** Why we killed a process ourselves: its exit status would tell a wrong story. */
  readonly #verdicts = new WeakMap<Connection, string>()
  readonly #suspects = new WeakSet<Connection>()
  /** Everything that has not ended yet, with its end: also processes that took their leave or are being buried. */
  readonly #living = new Map<Connection, Promise<void>>()
  #state: State = { kind: 'idle' }

  constructor(
    plugin: InstalledPlugin,
    context: LaunchContext,
    policy: SupervisionPolicy,
    onEvent: (event: HostEvent) => void,
  ) {
    this.plugin = plugin
    this.#context = context
    this.#policy = policy
    this.#onEvent = onEvent
    this.#budget = new RestartBudget(policy.relaunch)
  }

  /** The plugin as it runs now; `undefined` while it does not. */
  get current(): Connection | undefined {
    return this.#state.kind === 'running' ? this.#state.connection : undefined
  }

  /** The running plugin, launched if need be. Fails with a Failure that says why there is none. */
  async connection(): Promise<Connection> {
    switch (this.#state.kind) {
      case 'running':
        return this.#state.connection
      case 'starting':
        return this.#state.running
      case 'idle':
        return this.#launch()
      case 'given-up':
        throw this.#state.failure
      case 'stopped':
        throw stoppedWhileStarting(this.plugin)
    }
  }

  /** TERM, grace, KILL to the process group, and nothing is launched any more. Resolves when nothing is left of it. */
  async stop(graceMs = this.#policy.graceMs): Promise<void> {
    const before = this.#state
    this.#state = { kind: 'stopped' }
    this.#stopping.abort()
    if (before.kind === 'starting') await before.running.catch(() => undefined)
    for (const { process } of this.#living.keys()) void process.stop(graceMs)
    await Promise.all(this.#living.values())
    if (before.kind !== 'idle' && before.kind !== 'stopped') this.#emit('stopped', `${this.plugin.id} is stopped`)
  }

  /** What a failed call on this connection really means. */
  async explain(connection: Connection, error: unknown, method: string): Promise<unknown> {
    if (!(error instanceof RpcFailure)) return error
    if (error.code === 'protocol/deadline-exceeded') void this.#suspect(connection)
    if (error.code !== 'protocol/connection-lost' && error.code !== 'protocol/not-reachable') return error
    await settledWithin(connection.process.exited, exitNewsMs)
    const how = this.#howItEnded(connection)
    if (how === undefined) return error
    return new RpcFailure('host/plugin-exited', `${method} got no answer: ${this.plugin.id} ${how}`, {
      status: error.status,
      delivered: error.delivered,
      details: connection.output.tail(),
      hint: `look into ${pluginLogFile(this.#context.logDir, this.plugin.id)}`,
      cause: error,
    })
  }

  #launch(): Promise<Connection> {
    const running = this.#launchAlone().then(
      (connection) => this.#isUp(connection),
      (error: unknown) => this.#isNotUp(error),
    )
    this.#state = { kind: 'starting', running }
    // Whoever waits for it gets the failure; a relaunch that nobody waits for yet keeps it in the state.
    running.catch(() => undefined)
    return running
  }

  /** Its predecessor may still hold its port, its socket or its files: there is never more than one. */
  async #launchAlone(): Promise<Connection> {
    await Promise.all(this.#living.values())
    return launchUntilRunning(this.plugin, this.#context, this.#policy, this.#stopping.signal, (kind, message, pid) =>
      this.#emit(kind, message, pid),
    )
  }

  async #isUp(connection: Connection): Promise<Connection> {
    this.#living.set(connection, this.#ending(connection))
    if (this.#state.kind === 'stopped') {
      await connection.process.stop(0)
      throw stoppedWhileStarting(this.plugin)
    }
    this.#state = { kind: 'running', connection }
    void connection.process.exited.then(() => this.#died(connection))
    void connection.deregistered.then(() => this.#tookLeave(connection))
    void this.#keepConnected(connection)
    this.#compareVersion(connection)
    return connection
  }

  #isNotUp(error: unknown): never {
    if (this.#state.kind !== 'stopped' && error instanceof Failure) this.#giveUp(error)
    throw error
  }

  /** A plugin may end its connection and live on. One that then cannot be reached again is of no use to anybody. */
  async #keepConnected(connection: Connection): Promise<void> {
    for (;;) {
      await connection.channel.closed
      if (await settledWithin(connection.process.exited, exitNewsMs)) return
      if (this.current !== connection) return
      this.#emit('notice', `${this.plugin.id} has ended the connection and is called again`, connection.process.pid)
      if (await connection.reconnect(this.#policy.probeMs)) continue
      await this.#condemn(connection, 'was killed because it could not be reached any more')
      return
    }
  }

  /** Kills a process that is of no use; its exit status would not say why. */
  async #condemn(connection: Connection, verdict: string): Promise<void> {
    if (connection.process.status !== undefined) return
    this.#verdicts.set(connection, verdict)
    this.#emit('hung', `${this.plugin.id} ${verdict}`, connection.process.pid)
    await connection.process.stop(0)
  }

  /** Frees what belongs to a connection, once its process is gone. */
  async #ending(connection: Connection): Promise<void> {
    await connection.process.exited
    connection.channel.close()
    await connection.process.ended
    await connection.release()
    this.#living.delete(connection)
  }

  #died(connection: Connection): void {
    if (this.#state.kind !== 'running' || this.#state.connection !== connection) return
    const { id } = this.plugin
    const how = this.#howItEnded(connection) ?? 'ended'
    this.#emit('exited', `${id} ${how}`, connection.process.pid)
    if (this.#budget.spend(performance.now())) {
      void this.#launch()
      return
    }
    const { times, windowMs } = this.#policy.relaunch
    const message = `${id} ${how}, and is not launched again: it has died more than ${times} times in ${windowMs / 1000} s`
    const hint = `look into ${pluginLogFile(this.#context.logDir, id)}`
    this.#giveUp(new Failure('host/relaunch-limit', message, { hint, details: connection.output.tail() }))
  }

  /** It finishes what it has begun; who needs it next starts another one. */
  #tookLeave(connection: Connection): void {
    if (this.#state.kind !== 'running' || this.#state.connection !== connection) return
    this.#state = { kind: 'idle' }
    this.#emit('left', `${this.plugin.id} has taken its leave`, connection.process.pid)
    void this.#seeOff(connection)
  }

  async #seeOff({ process }: Connection): Promise<void> {
    const { graceMs } = this.#policy
    if (!(await settledWithin(process.exited, graceMs))) await process.stop(graceMs)
  }

  /** One hanging call is that call's problem; a plugin that does not even say its name is killed. */
  async #suspect(connection: Connection): Promise<void> {
    if (this.#suspects.has(connection)) return
    this.#suspects.add(connection)
    const lives = await isResponsive(connection.channel, this.plugin.kind, this.#policy.probeMs)
    this.#suspects.delete(connection)
    if (!lives) await this.#condemn(connection, 'was killed because it answered nothing any more')
  }

  #howItEnded(connection: Connection): string | undefined {
    const { status } = connection.process
    return status === undefined ? undefined : (this.#verdicts.get(connection) ?? describeExit(status))
  }

  #giveUp(failure: Failure): void {
    this.#state = { kind: 'given-up', failure }
    this.#emit('given-up', failure.message)
  }

  #compareVersion({ registration, process }: Connection): void {
    const { id, version } = this.plugin
    const { pluginVersion } = registration.metadata
    if (pluginVersion === '' || pluginVersion === version) return
    this.#emit('notice', `${id} lies under version ${version}, but calls itself ${quoted(pluginVersion)}`, process.pid)
  }

  #emit(kind: HostEvent['kind'], message: string, pid?: number): void {
    this.#onEvent({ kind, pluginId: this.plugin.id, message, ...(pid !== undefined && { pid }) })
  }
}
