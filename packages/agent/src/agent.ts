import type { Graph } from '@slipway/graph'
import { Failure } from '@slipway/model'
import type { AgentView } from './agent-view.ts'
import { AgentFailure } from './failure.ts'
import { Run } from './lifecycle/run.ts'
import { type Assembly, assemble } from './lookup/assemble.ts'
import { keptGraph } from './lookup/kept.ts'
import { type AgentOption, type AgentSettings, settingsOf } from './options.ts'
import type { Plugin } from './plugin.ts'
import { criticalChain } from './report/critical.ts'
import { healthOf } from './report/health.ts'
import { timelineOf } from './report/timeline.ts'
import { whyOf } from './report/why.ts'
import type { Version, CriticalChain, AgentHealth, TimelineEntry, Reason } from './agent-view.ts'

/**
 * A set of plugins that start in the right order and stop in reverse.
 *
 * Start: init of every plugin one by one, then afterInit of every plugin one by one. If one fails, or time is over, or the agent is
 * stopped, it closes the initialised plugins and reports every error. Never exits the process.
 */
export class Agent implements AgentView {
  readonly #settings: AgentSettings
  readonly #assembly: Assembly
  #kept: Graph | undefined
  #run: Run

  /** @throws Failure that names everything that is wrong, each with its path with the plugins */
  constructor(...options: readonly AgentOption[]) {
    this.#settings = settingsOf(options)
    this.#assembly = assemble(this.#settings.sources)
    this.#run = this.#newRun()
  }

  get version(): Version {
    return this.#settings.version
  }

  get started(): Promise<void> {
    return this.#run.started
  }

  /**
   * Starts the agent; resolves when every plugin is ready. Does not keep the process alive.
   *
   * @throws Failure `agent/already-started` before a stop has ended; AgentFailure `agent/start-failed`,
   *   `agent/start-timeout` or `agent/start-cancelled` after everything that was initialised has been closed
   */
  async start(): Promise<void> {
    if (this.#run.status === 'ended') this.#run = this.#newRun()
    if (this.#run.status !== 'idle') {
      throw new Failure(
        'agent/already-started',
        `the agent is ${this.#run.status}: it cannot be started a second time`,
        {
          hint: 'start the agent again after stop has ended',
        },
      )
    }
    await this.#run.start()
  }

  /**
   * Starts the agent and waits until it has stopped. A stop request during the start is a stop, not an error.
   * @throws the errors of {@link start} and {@link wait}
   */
  async run(): Promise<void> {
    try {
      await this.start()
    } catch (error) {
      if (!(error instanceof AgentFailure) || error.code !== 'agent/start-cancelled') throw error
    }
    await this.wait()
  }

  /**
   * Closes all plugins in reverse order, or cancels a start. Every call during and after one stop is that stop.
   *
   * @throws Failure `agent/not-started`; AgentFailure `agent/stop-failed` or `agent/stop-timeout` after everything that
   *   can be closed has been closed
   */
  async stop(): Promise<void> {
    if (this.#run.status === 'idle') {
      throw new Failure('agent/not-started', 'the agent has not been started, so there is nothing to stop')
    }
    await this.#run.stop()
  }

  /**
   * Waits until the agent has stopped; before a start, waits for the life that the start begins. Keeps the process alive while the agent
   * runs.
   * @throws the errors of {@link stop}, or the error of a start that failed
   */
  async wait(): Promise<void> {
    await this.#run.wait()
  }

  /** Resolves when everything is closed, whether or not that went well. */
  async after(): Promise<void> {
    await this.#run.ended.catch(() => {})
  }

  plan(): string[] {
    return this.#assembly.order.map((plugin) => this.#assembly.names[plugin] as string)
  }

  why(first: Plugin | string, second: Plugin | string): Reason {
    return whyOf(this.#assembly, this.#keptGraph(), first, second)
  }

  criticalPath(): CriticalChain {
    return criticalChain(this.#assembly, this.#keptGraph(), this.#run.tracer)
  }

  timeline(): TimelineEntry[] {
    return timelineOf(this.#assembly, this.#run.tracer)
  }

  graph(): Graph {
    return this.#assembly.graph
  }

  health(): AgentHealth {
    return healthOf(this.#assembly, this.#run.states)
  }

  #newRun(): Run {
    return new Run(this.#assembly, this.#settings, this, () => this.#keptGraph())
  }

  #keptGraph(): Graph {
    this.#kept ??= keptGraph(this.#assembly)
    return this.#kept
  }
}
