import type { Graph } from '@slipway/graph'
import { Failure } from '@slipway/model'
import type { AgentView } from '../agent-view.ts'
import { AgentFailure, errorText } from '../failure.ts'
import type { Assembly } from '../lookup/assemble.ts'
import type { AgentSettings } from '../options.ts'
import { Hooks } from './hooks.ts'
import { reach } from './reach.ts'
import { PluginStates } from './states.ts'
import { longestDelay, timerDelay } from './timer-delay.ts'
import { Tracer } from './tracer.ts'
import { listenForQuit } from './triggers.ts'
import { oneByOne, sideBySide } from './walk.ts'
import type { Condition, Phase } from '../life.ts'

export type RunStatus = 'idle' | 'starting' | 'running' | 'stopping' | 'ended'

/** One life of an agent, from start to stop. */
export class Run {
  readonly states: PluginStates
  readonly tracer: Tracer
  /** Resolves when all plugins are ready; never settles otherwise. */
  readonly started: Promise<void>
  /** Settles when everything is closed: with the errors of the stop, or of a start that failed by itself. */
  readonly ended: Promise<void>
  status: RunStatus = 'idle'
  readonly #assembly: Assembly
  readonly #settings: AgentSettings
  /** Dependencies that the order honours. */
  readonly #kept: () => Graph
  readonly #hooks: Hooks
  readonly #resolvers = { started: Promise.withResolvers<void>(), ended: Promise.withResolvers<void>() }
  #begun = 0
  #cancelled = false
  #failedStart = false
  #isAwaited = false
  #hold: NodeJS.Timeout | undefined

  constructor(assembly: Assembly, settings: AgentSettings, agent: AgentView, kept: () => Graph) {
    this.#assembly = assembly
    this.#settings = settings
    this.#kept = kept
    this.states = new PluginStates(assembly.plugins)
    this.tracer = new Tracer(assembly.plugins.length, settings.now)
    const host = {
      agent,
      use: (plugin: number, phase: Phase, dependency: Parameters<typeof reach>[4]) =>
        reach(assembly, this.states, plugin, phase, dependency),
      report: (plugin: number, condition: Condition, reason: string | undefined) => {
        this.states.conditions.set(plugin, { condition, reason })
      },
    }
    this.#hooks = new Hooks(assembly.plugins, this.states, this.tracer, host, this.#grace())
    this.started = this.#resolvers.started.promise
    this.ended = this.#resolvers.ended.promise
    // The callers that wait get the errors. If nobody waits, that is not another error.
    this.ended.catch(() => {})
  }

  async start(): Promise<void> {
    const { quitOnClose, quitSignals, startTimeout } = this.#settings
    this.status = 'starting'
    if (this.#isAwaited) this.#holdProcess()
    this.#begun = this.tracer.now()
    const forget = listenForQuit(quitOnClose, quitSignals, () => void this.stop().catch(() => {}))
    void this.ended.then(forget, forget)
    const timer = setTimeout(() => this.#overdue(), timerDelay(startTimeout))
    try {
      await this.#startAll()
    } finally {
      // A timer that is left over would keep the process alive for as long as a start may take.
      clearTimeout(timer)
    }
    if (!this.#halted()) {
      this.status = 'running'
      this.#resolvers.started.resolve()
      return
    }
    this.status = 'stopping'
    const { interrupted } = this.#hooks
    this.#failedStart = !this.#cancelled
    this.#hooks.resume()
    await this.#closeAll()
    const failure = this.#startFailure(interrupted?.reason)
    if (this.#failedStart) this.#finish(failure)
    else this.#finish(this.#stopFailure())
    throw failure
  }

  /** Closes the open plugins. Rejects with the errors of closing, but not with those of a start that failed by itself. */
  stop(): Promise<void> {
    if (this.status === 'starting') this.#cancel()
    if (this.status === 'running') void this.#stopRunning()
    return this.ended.catch((error: unknown) => {
      if (!this.#failedStart) throw error
    })
  }

  /** Settles with {@link ended}. Keeps the process alive from the start, or from now, until then. */
  wait(): Promise<void> {
    this.#isAwaited = true
    if (this.status !== 'idle' && this.status !== 'ended') this.#holdProcess()
    return this.ended
  }

  async #startAll(): Promise<void> {
    const { concurrent } = this.#settings
    const halted = (): boolean => this.#halted()
    for (const phase of ['init', 'afterInit'] as const) {
      if (concurrent === 1) await oneByOne(this.#assembly.order, phase, this.#hooks, halted)
      else await sideBySide(this.#kept(), phase, concurrent, this.#hooks, halted)
    }
  }

  /** Also notices that time is over when hooks that never wait keep the timer from firing. */
  #halted(): boolean {
    const hooks = this.#hooks
    if (hooks.errors.length > 0 || hooks.interrupted !== undefined) {
      // Hooks that run beside the failed one must end; their errors count too.
      const reason = new Failure('agent/start-abandoned', 'another plugin failed to start')
      hooks.interrupt({ reason, grace: this.#grace(), timedOut: false })
      return true
    }
    if (this.status === 'starting' && hooks.lastEnd - this.#begun > this.#settings.startTimeout) this.#overdue()
    return hooks.interrupted !== undefined
  }

  #overdue(): void {
    const { startTimeout } = this.#settings
    const reason = new Failure('agent/start-timeout', `the agent did not start within ${startTimeout} ms`)
    this.#hooks.interrupt({ reason, grace: this.#grace(), timedOut: true })
  }

  #cancel(): void {
    // A start that has failed already stays a failed start.
    this.#cancelled = this.#hooks.interrupted === undefined && this.#hooks.errors.length === 0
    const reason = new Failure('agent/start-cancelled', 'the agent was told to stop while it started')
    this.#hooks.interrupt({ reason, grace: this.#grace(), timedOut: false })
  }

  async #stopRunning(): Promise<void> {
    this.status = 'stopping'
    await this.#closeAll()
    this.#finish(this.#stopFailure())
  }

  /** In reverse order in any case. After the timeout, each close is still called, with an aborted signal. */
  async #closeAll(): Promise<void> {
    const { stopTimeout } = this.#settings
    const timer = setTimeout(() => {
      const reason = new Failure('agent/stop-timeout', `the agent did not stop within ${stopTimeout} ms`)
      this.#hooks.interrupt({ reason, grace: 0, timedOut: true })
    }, timerDelay(stopTimeout))
    const open = this.#assembly.order.filter((plugin) => this.states.open[plugin] === 1)
    await oneByOne(open.toReversed(), 'close', this.#hooks, () => false)
    clearTimeout(timer)
  }

  #holdProcess(): void {
    this.#hold ??= setInterval(() => {}, longestDelay)
  }

  #finish(failure: Failure | undefined): void {
    this.status = 'ended'
    clearInterval(this.#hold)
    if (failure === undefined) this.#resolvers.ended.resolve()
    else this.#resolvers.ended.reject(failure)
  }

  #startFailure(interruption: Failure | undefined): AgentFailure {
    const { errors } = this.#hooks
    const [first] = errors
    if (interruption !== undefined && interruption.code !== 'agent/start-abandoned') {
      const culprit = first === undefined ? '' : `: ${errorText(first)}`
      return new AgentFailure(interruption.code, `${interruption.message}${culprit}`, errors)
    }
    const message = first === undefined ? 'the agent did not start' : errorText(first)
    return new AgentFailure('agent/start-failed', message, errors)
  }

  #stopFailure(): AgentFailure | undefined {
    const { errors, interrupted } = this.#hooks
    const [first] = errors
    if (first === undefined) return undefined
    if (interrupted === undefined) return new AgentFailure('agent/stop-failed', errorText(first), errors)
    return new AgentFailure(interrupted.reason.code, `${interrupted.reason.message}: ${errorText(first)}`, errors)
  }

  /** How long an aborted hook may take to end before it is given up: a fifth of the time for stopping. */
  #grace(): number {
    return this.#settings.stopTimeout / 5
  }
}
