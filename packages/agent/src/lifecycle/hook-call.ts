import type { AgentView } from '../agent-view.ts'
import type { Plugin, PluginContext } from '../plugin.ts'
import type { Capability, Hard, Optional, PluginClass, Target } from '../plugin.ts'
import type { Condition, Phase } from '../life.ts'

/** The part of a run that a hook's context needs. */
export interface HookHost {
  readonly agent: AgentView
  use(plugin: number, phase: Phase, dependency: Target<unknown> | Hard<unknown> | Optional<unknown>): unknown
  report(plugin: number, condition: Condition, reason: string | undefined): void
}

/** One call of one hook, and the context that the hook gets. Its AbortSignal is made at the first use. */
export class HookCall implements PluginContext {
  readonly plugin: number
  readonly phase: Phase
  /** True when the call is aborted, or about to be given up. */
  interrupted = false
  /** True when the call is settled: it has ended, or it was given up and is no longer awaited. */
  ended = false
  /** True when its error was already in the list at its end. */
  blamed = false
  /** Stops the waiting for the call. */
  release: (() => void) | undefined
  timer: NodeJS.Timeout | undefined
  readonly #host: HookHost
  #controller: AbortController | undefined
  #reason: unknown

  constructor(host: HookHost, plugin: number, phase: Phase) {
    this.#host = host
    this.plugin = plugin
    this.phase = phase
  }

  get agent(): AgentView {
    return this.#host.agent
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.interrupted) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  use<T extends Plugin>(dependency: T): T
  use<T>(dependency: Capability<T> | PluginClass<T> | Hard<T>): T
  use<T>(dependency: Optional<T>): T | undefined
  use(dependency: Target<unknown> | Hard<unknown> | Optional<unknown>): unknown {
    return this.#host.use(this.plugin, this.ended ? 'close' : this.phase, dependency)
  }

  report(condition: Condition, reason?: string): void {
    this.#host.report(this.plugin, condition, reason)
  }

  abort(reason: unknown): void {
    this.interrupted = true
    this.#reason = reason
    this.#controller?.abort(reason)
  }

  /** True for an error that only shows that the hook obeyed its signal. */
  isObedience(error: unknown): boolean {
    return this.interrupted && (error === this.#reason || (error instanceof Error && error.name === 'AbortError'))
  }
}
