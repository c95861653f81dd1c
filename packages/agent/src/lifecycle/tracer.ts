import type { Phase, PluginState } from '../life.ts'

/** The record of one phase of a run: two numbers per plugin. */
export class PhaseTrace {
  readonly phase: Phase
  /** The state of a plugin during its hook, and after its hook has ended well. */
  readonly during: PluginState
  readonly afterwards: PluginState
  /** When each hook was called, by the tracer's clock. NaN when it was not. */
  readonly starts: Float64Array
  /** How long each hook took, in milliseconds. NaN when it has not ended. */
  readonly durations: Float64Array

  constructor(plugins: number, phase: Phase, during: PluginState, afterwards: PluginState) {
    this.phase = phase
    this.during = during
    this.afterwards = afterwards
    this.starts = new Float64Array(plugins).fill(NaN)
    this.durations = new Float64Array(plugins).fill(NaN)
  }
}

/** Measures how long each hook of each plugin takes. */
export class Tracer {
  readonly now: () => number
  readonly init: PhaseTrace
  readonly afterInit: PhaseTrace
  readonly close: PhaseTrace

  constructor(plugins: number, now: () => number) {
    this.now = now
    this.init = new PhaseTrace(plugins, 'init', 'initialising', 'initialised')
    this.afterInit = new PhaseTrace(plugins, 'afterInit', 'readying', 'ready')
    this.close = new PhaseTrace(plugins, 'close', 'closing', 'closed')
  }

  of(phase: Phase): PhaseTrace {
    // Faster than looking up a name that varies; this runs for every hook.
    if (phase === 'init') return this.init
    return phase === 'close' ? this.close : this.afterInit
  }

  /**
   * Each hook that was called, in order of its start.
   *
   * @param order the plugins in the order of init, which decides between hooks of the same moment
   */
  hooks(order: readonly number[]): HookTime[] {
    const times = [this.init, this.afterInit, this.close].flatMap(({ phase, starts, durations }) =>
      (phase === 'close' ? order.toReversed() : order)
        .map((plugin) => ({ plugin, phase, start: starts[plugin] ?? NaN, duration: durations[plugin] ?? NaN }))
        .filter(({ start }) => !Number.isNaN(start)),
    )
    return times.sort((a, b) => a.start - b.start)
  }
}

/** When a hook was called, by the tracer's clock, and how long it took; NaN while it runs. */
export interface HookTime {
  readonly plugin: number
  readonly phase: Phase
  readonly start: number
  readonly duration: number
}
