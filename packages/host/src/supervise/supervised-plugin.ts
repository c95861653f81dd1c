import { Failure } from '@slipway/model'
import { settledWithin } from '@slipway/processes'
import { RpcFailure } from '@slipway/protocol'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import type { Connection, LaunchContext } from '../launch/launcher.ts'
import { pluginLogFile } from '../layout.ts'
import { quoted } from '../quoted.ts'
import type { HostEvent } from './event.ts'
import { launchUntilRunning, stoppedWhileStarting, type LaunchPolicy } from './launch-loop.ts'
import { Life, type LifePolicy } from './life.ts'
import { RestartBudget, type RelaunchLimit } from './restart-budget.ts'

export interface SupervisionPolicy extends LaunchPolicy, LifePolicy {
  /** How often a plugin that died is launched again. */
  readonly relaunch: RelaunchLimit
  /** How often a process is replaced that may still be working on a call that was given up. */
  readonly drains: RelaunchLimit
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting'; readonly running: Promise<Life>; readonly begun: Promise<void> }
  | { readonly kind: 'running'; readonly life: Life }
  | { readonly kind: 'given-up'; readonly failure: Failure }
  | { readonly kind: 'stopped' }

/** Milliseconds to wait for the exit status of a plugin whose connection broke: the system reports both almost at once. */
const exitNewsMs = 300

/** One plugin through all its launches: starts it when it is needed, restarts it when it dies, and ends it for good. */
export class SupervisedPlugin {
  readonly plugin: InstalledPlugin
  readonly #context: LaunchContext
  readonly #policy: SupervisionPolicy
  readonly #onEvent: (event: HostEvent) => void
  readonly #deaths: RestartBudget
  readonly #drains: RestartBudget
  readonly #stopping = new AbortController()
  /** All processes that have not ended yet, even those that are leaving, are drained, or are being removed. */
  readonly #lives = new Set<Life>()
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
    this.#deaths = new RestartBudget(policy.relaunch)
    this.#drains = new RestartBudget(policy.drains)
  }

  /** The process that runs now; `undefined` if there is none. */
  get current(): Life | undefined {
    return this.#state.kind === 'running' ? this.#state.life : undefined
  }

  /** The running plugin, launched if necessary. Fails with a Failure that gives the reason. */
  async running(): Promise<Life> {
    switch (this.#state.kind) {
      case 'running':
        return this.#state.life
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

  /** Resolves when the process of a launch under way has started, or will not start. */
  async begun(): Promise<void> {
    if (this.#state.kind === 'starting') await this.#state.begun
  }

  /** Resolves when no process is left that is only finishing its calls; `undefined`: there is none. */
  get drained(): Promise<unknown> | undefined {
    const draining = [...this.#lives].filter((life) => life.isDraining)
    return draining.length === 0 ? undefined : Promise.all(draining.map((life) => life.ended))
  }

  /** Sends TERM, and KILL after the grace, to the process group; nothing is launched any more. Resolves when nothing is left of it. */
  async stop(graceMs = this.#policy.graceMs): Promise<void> {
    const before = this.#state
    this.#state = { kind: 'stopped' }
    this.#stopping.abort()
    if (before.kind === 'starting') await before.running.catch(() => undefined)
    for (const life of this.#lives) void this.#end(life, graceMs)
    await this.#allEnded()
    if (before.kind !== 'idle' && before.kind !== 'stopped') this.#emit('stopped', `${this.plugin.id} is stopped`)
  }

  /**
   * Explains a call that failed on this process. One that was given up may still be worked on: then the
   * process is drained, and the failure says when that is over.
   */
  async explain(life: Life, error: unknown, method: string): Promise<unknown> {
    if (!(error instanceof RpcFailure)) return error
    const isLost = error.code === 'protocol/connection-lost' || error.code === 'protocol/not-reachable'
    if (isLost) await settledWithin(life.connection.process.exited, exitNewsMs)
    const { status, delivered, details, hint } = error
    const mayGoOn = delivered && !error.ended
    const known = { status, delivered, cause: error, ...(mayGoOn && { over: life.ended }) }
    const how = isLost ? life.howItEnded : undefined
    if (how !== undefined) {
      await life.connection.process.heard
      return new RpcFailure('host/plugin-exited', `${method} got no answer: ${this.plugin.id} ${how}`, {
        ...known,
        details: life.connection.output.tail(),
        hint: `look at ${this.#logFile}`,
      })
    }
    if (!mayGoOn) return error
    if (life.howItEnded === undefined) this.#drain(life, error.message)
    return new RpcFailure(error.code, error.message, { ...known, details, ...(hint !== undefined && { hint }) })
  }

  async #end({ connection }: Life, graceMs: number): Promise<void> {
    if (graceMs > 0) await Promise.race([connection.farewell(), connection.process.exited])
    await connection.process.stop(graceMs)
  }

  #launch(): Promise<Life> {
    const begun = Promise.withResolvers<void>()
    const running = this.#launchAlone(begun.resolve).then(
      (connection) => this.#isUp(connection),
      (error: unknown) => this.#isNotUp(error),
    )
    this.#state = { kind: 'starting', running, begun: begun.promise }
    // A waiting caller gets the failure; a relaunch without a waiting caller keeps it in the state.
    running.catch(() => undefined).finally(begun.resolve)
    return running
  }

  /** The process before it may still hold its port, its socket or its files, so there is never more than one process. */
  async #launchAlone(onBegun: () => void): Promise<Connection> {
    await this.#allEnded()
    return launchUntilRunning(this.plugin, this.#context, this.#policy, this.#stopping.signal, (kind, message, pid) => {
      if (kind === 'launched') onBegun()
      this.#emit(kind, message, pid)
    })
  }

  async #allEnded(): Promise<void> {
    await Promise.all([...this.#lives].map((life) => life.ended))
  }

  async #isUp(connection: Connection): Promise<Life> {
    const { plugin } = this
    const { graceMs, probeMs } = this.#policy
    const life = new Life({
      plugin,
      connection,
      graceMs,
      probeMs,
      emit: (kind, message, pid) => this.#emit(kind, message, pid),
    })
    this.#lives.add(life)
    void life.ended.then(() => this.#lives.delete(life))
    if (this.#state.kind === 'stopped') {
      await connection.process.stop(0)
      throw stoppedWhileStarting(plugin)
    }
    this.#state = { kind: 'running', life }
    void connection.process.exited.then(() => this.#died(life))
    void connection.left.then(() => this.#tookLeave(life))
    void this.#keepConnected(life)
    this.#compareVersion(connection)
    return life
  }

  #isNotUp(error: unknown): never {
    if (this.#state.kind !== 'stopped' && error instanceof Failure) this.#giveUp(error)
    throw error
  }

  /** A plugin may end its connection and keep running. If it cannot be reached again, it is of no use. */
  async #keepConnected(life: Life): Promise<void> {
    const { connection } = life
    for (;;) {
      await connection.channel.closed
      if (await settledWithin(connection.process.exited, exitNewsMs)) return
      if (this.current !== life) return
      this.#emit('notice', `${this.plugin.id} closed the connection and is called again`, connection.process.pid)
      if (await connection.reconnect(this.#policy.probeMs)) continue
      await life.condemn('was killed because it could no longer be reached')
      return
    }
  }

  #died(life: Life): void {
    if (this.current !== life) return
    const { id } = this.plugin
    const how = life.howItEnded ?? 'ended'
    this.#emit('exited', `${id} ${how}`, life.connection.process.pid)
    if (this.#deaths.spend(performance.now())) {
      void this.#launch()
      return
    }
    const { times, windowMs } = this.#policy.relaunch
    const message = `${id} ${how}, and is not launched again: it has died more than ${times} times in ${windowMs / 1000} s`
    const hint = `look at ${this.#logFile}`
    this.#giveUp(new Failure('host/relaunch-limit', message, { hint, details: life.connection.output.tail() }))
  }

  /**
   * A process that may still be working on a call that was given up gets no new calls, and is stopped. The next caller waits for that, and starts
   * another process.
   */
  #drain(life: Life, why: string): void {
    if (!life.isDraining && this.#state.kind !== 'stopped') {
      const others = life.callsUnderWay
      const when = others === 0 ? '' : ` when ${others === 1 ? 'another call has' : `${others} other calls have`} ended`
      const { pid } = life.connection.process
      this.#emit('draining', `${this.plugin.id} gets no new calls and is stopped${when}: ${why}`, pid)
      void life.ended.then(() => this.#emit('stopped', `${this.plugin.id} is stopped`, pid))
      if (this.current === life) this.#makeRoom(why)
    }
    life.drain()
  }

  /** Makes room for the next process, unless this has happened too often. */
  #makeRoom(why: string): void {
    this.#state = { kind: 'idle' }
    if (this.#drains.spend(performance.now())) return
    const { times, windowMs } = this.#policy.drains
    const often = `this has happened more than ${times} times in ${windowMs / 1000} s`
    const hint = `look at ${this.#logFile}; if it needs more time, raise plugins.callMs`
    this.#giveUp(
      new Failure('host/relaunch-limit', `${this.plugin.id} is not launched again: ${why}, and ${often}`, { hint }),
    )
  }

  /** The old process finishes its calls; the next caller starts a new process. */
  #tookLeave(life: Life): void {
    if (this.current !== life) return
    this.#state = { kind: 'idle' }
    const { id } = this.plugin
    this.#emit('left', `${id} has deregistered`, life.connection.process.pid)
    void this.#seeOff(life.connection)
    if (this.#deaths.spend(performance.now())) return
    const { times, windowMs } = this.#policy.relaunch
    const often = `it has deregistered or died more than ${times} times in ${windowMs / 1000} s`
    const hint = `look at ${this.#logFile}`
    this.#giveUp(new Failure('host/relaunch-limit', `${id} is not launched again: ${often}`, { hint }))
  }

  async #seeOff({ process }: Connection): Promise<void> {
    const { graceMs } = this.#policy
    if (!(await settledWithin(process.exited, graceMs))) await process.stop(graceMs)
  }

  #giveUp(failure: Failure): void {
    this.#state = { kind: 'given-up', failure }
    this.#emit('given-up', failure.message)
  }

  get #logFile(): string {
    return pluginLogFile(this.#context.logDir, this.plugin.id)
  }

  #compareVersion({ greeted, process }: Connection): void {
    const { id, version } = this.plugin
    if (greeted.version === '' || greeted.version === version) return
    this.#emit(
      'notice',
      `${id} is installed as version ${version}, but says that it is ${quoted(greeted.version)}`,
      process.pid,
    )
  }

  #emit(kind: HostEvent['kind'], message: string, pid?: number): void {
    this.#onEvent({ kind, pluginId: this.plugin.id, message, ...(pid !== undefined && { pid }) })
  }
}
