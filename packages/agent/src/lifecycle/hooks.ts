import { Failure } from '@slipway/model'
import type { PluginError } from '../failure.ts'
import type { Plugin } from '../plugin.ts'
import { HookCall, type HookHost } from './hook-call.ts'
import type { PluginStates } from './states.ts'
import { timerDelay } from './timer-delay.ts'
import type { PhaseTrace, Tracer } from './tracer.ts'
import type { Phase } from '../life.ts'

/** Why hooks are to end now. */
export interface Interruption {
  readonly reason: Failure
  /** Milliseconds in which an aborted hook may still end by itself; then it is no longer waited for. */
  readonly grace: number
  /** True when running out of time is the hook's own error. */
  readonly timedOut: boolean
}

/**
 * Calls the hooks of plugins, one call at a time or several, and keeps book: states, durations, errors. A hook can be
 * interrupted; one that does not obey is given up after a grace. If a given-up init succeeds after all, the plugin is
 * closed right then, so that nothing that ever came up stays up.
 */
export class Hooks {
  readonly errors: PluginError[] = []
  /** When the last hook ended, by the tracer's clock. */
  lastEnd: number
  readonly #plugins: readonly Plugin[]
  readonly #states: PluginStates
  readonly #tracer: Tracer
  readonly #host: HookHost
  readonly #grace: number
  readonly #running = new Set<HookCall>()
  #interruption: Interruption | undefined
  #last: HookCall | undefined

  constructor(plugins: readonly Plugin[], states: PluginStates, tracer: Tracer, host: HookHost, grace: number) {
    this.#plugins = plugins
    this.#states = states
    this.#tracer = tracer
    this.#host = host
    this.#grace = grace
    this.lastEnd = tracer.now()
  }

  get interrupted(): Interruption | undefined {
    return this.#interruption
  }

  /** Aborts the running hooks. Until {@link resume}, later hooks are aborted from their first moment. */
  interrupt(interruption: Interruption): void {
    if (this.#interruption !== undefined) return
    this.#interruption = interruption
    for (const call of this.#running) this.#expire(call, interruption)
    if (!interruption.timedOut || this.#running.size > 0 || this.#last === undefined) return
    // No call is waiting, so the last hook to end took the time.
    this.errors.push(this.#errorOf(this.#last.plugin, this.#last.phase, interruption.reason, true))
  }

  resume(): void {
    this.#interruption = undefined
  }

  /**
   * Calls a hook. `undefined` when it ended at once; else a promise that it ends or is given up, which never rejects.
   * @param since the time, for a caller that already knows it: reading a clock costs more than an empty hook
   */
  call(plugin: number, phase: Phase, since = this.#tracer.now()): Promise<void> | undefined {
    const owner = this.#plugins[plugin] as Plugin
    if (phase === 'afterInit' && owner.afterInit === undefined) {
      this.#states.states[plugin] = 'ready'
      return undefined
    }
    const call = new HookCall(this.#host, plugin, phase)
    if (this.#interruption !== undefined) call.abort(this.#interruption.reason)
    const trace = this.#tracer.of(phase)
    this.#states.states[plugin] = trace.during
    trace.starts[plugin] = since
    try {
      const result = invoke(owner, phase, call)
      if (isThenable(result)) return this.#wait(call, result, owner.deadlines?.[phase])
      this.#succeeded(call, trace)
    } catch (error) {
      this.#failed(call, trace, error)
    }
    return undefined
  }

  #wait(call: HookCall, result: PromiseLike<unknown>, deadline: number | undefined): Promise<void> {
    const trace = this.#tracer.of(call.phase)
    return new Promise((resolve) => {
      call.release = resolve
      this.#running.add(call)
      if (this.#interruption !== undefined) this.#expire(call, this.#interruption)
      else if (deadline !== undefined)
        call.timer = setTimeout(() => this.#overrun(call, deadline), timerDelay(deadline))
      try {
        result.then(
          () => this.#succeeded(call, trace),
          (error: unknown) => this.#failed(call, trace, error),
        )
      } catch (error) {
        // The value is not a promise of the language, which would never throw here.
        this.#failed(call, trace, error)
      }
    })
  }

  #overrun(call: HookCall, deadline: number): void {
    const name = this.#plugins[call.plugin]?.name
    const reason = new Failure('agent/hook-timeout', `${name} has ${deadline} ms for ${call.phase}`)
    this.#expire(call, { reason, grace: this.#grace, timedOut: true })
  }

  #expire(call: HookCall, { reason, grace, timedOut }: Interruption): void {
    clearTimeout(call.timer)
    if (timedOut) this.#blameOverdue(call, reason)
    call.abort(reason)
    const giveUp = (): void => this.#giveUp(call, reason)
    // An immediate comes after the continuations of everything that is settled now: a hook that obeys at once is in time.
    if (grace === 0) setImmediate(giveUp)
    else call.timer = setTimeout(giveUp, timerDelay(grace))
  }

  #giveUp(call: HookCall, reason: Failure): void {
    if (call.ended) return
    this.#blameOverdue(call, reason)
    this.#states.states[call.plugin] = 'failed'
    this.#end(call, this.#tracer.of(call.phase))
  }

  #blameOverdue(call: HookCall, reason: Failure): void {
    if (call.blamed) return
    call.blamed = true
    this.errors.push(this.#errorOf(call.plugin, call.phase, reason, true))
  }

  #succeeded(call: HookCall, trace: PhaseTrace): void {
    if (call.ended) {
      if (call.phase === 'init') this.#closeLate(call.plugin)
      return
    }
    if (call.phase === 'init') this.#states.open[call.plugin] = 1
    this.#states.states[call.plugin] = trace.afterwards
    this.#end(call, trace)
  }

  #failed(call: HookCall, trace: PhaseTrace, error: unknown): void {
    // The hook was given up and reported as such: its later result changes nothing.
    if (call.ended) return
    if (!call.isObedience(error)) this.errors.push(this.#errorOf(call.plugin, call.phase, error, false))
    this.#states.states[call.plugin] = 'failed'
    this.#end(call, trace)
  }

  #end(call: HookCall, trace: PhaseTrace): void {
    call.ended = true
    this.#last = call
    this.lastEnd = this.#tracer.now()
    trace.durations[call.plugin] = this.lastEnd - (trace.starts[call.plugin] as number)
    if (call.release === undefined) return
    clearTimeout(call.timer)
    this.#running.delete(call)
    call.release()
  }

  /** There is no caller left to receive errors; the timeline records the close. */
  #closeLate(plugin: number): void {
    const call = new HookCall(this.#host, plugin, 'close')
    call.abort(new Failure('agent/start-abandoned', 'init ended after the agent had given up waiting for it'))
    const trace = this.#tracer.close
    const start = this.#tracer.now()
    trace.starts[plugin] = start
    const closed = (): void => {
      trace.durations[plugin] = this.#tracer.now() - start
      this.#states.states[plugin] = 'closed'
    }
    void Promise.try(() => this.#plugins[plugin]?.close(call)).then(closed, closed)
  }

  #errorOf(plugin: number, phase: Phase, error: unknown, timedOut: boolean): PluginError {
    const name = this.#plugins[plugin]?.name ?? ''
    const start = this.#tracer.of(phase).starts[plugin] as number
    return { plugin: name, phase, duration: this.#tracer.now() - start, timedOut, error }
  }
}

/** Names each hook, which is faster than a call by a varying name. */
function invoke(owner: Plugin, phase: Phase, call: HookCall): unknown {
  if (phase === 'init') return owner.init(call)
  return phase === 'close' ? owner.close(call) : owner.afterInit?.(call)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
