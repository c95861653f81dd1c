import type { Phase } from '../plugin.ts'

const phases: readonly Phase[] = ['init', 'afterInit', 'close']

/** Measures how long each hook of each plugin takes. Two numbers per hook, nothing else. */
export class Tracer {
  readonly now: () => number
  readonly #starts: Readonly<Record<Phase, Float64Array>>
  readonly #durations: Readonly<Record<Phase, Float64Array>>

  constructor(plugins: number, now: () => number) {
    const blank = (): Float64Array => new Float64Array(plugins).fill(NaN)
    this.now = now
    this.#starts = { init: blank(), afterInit: blank(), close: blank() }
    this.#durations = { init: blank(), afterInit: blank(), close: blank() }
  }

  /** @param since when the hook was called, by this tracer's clock */
  begin(plugin: number, phase: Phase, since: number): void {
    this.#starts[phase][plugin] = since
  }

  /** Returns the time. The hook's duration counts up to here, or to a later end of the same hook. */
  end(plugin: number, phase: Phase): number {
    const now = this.now()
    this.#durations[phase][plugin] = now - this.start(plugin, phase)
    return now
  }

  /** When the hook was called, by the tracer's clock. NaN when it was not. */
  start(plugin: number, phase: Phase): number {
    return this.#starts[phase][plugin] as number
  }

  /** How long the hook took, in milliseconds. NaN when it has not ended. */
  duration(plugin: number, phase: Phase): number {
    return this.#durations[phase][plugin] as number
  }

  /**
   * Each hook that was called, in order of its start.
   *
   * @param order the plugins in the order of init, which decides between hooks of the same moment
   */
  hooks(order: readonly number[]): { readonly plugin: number; readonly phase: Phase }[] {
    const called = phases.flatMap((phase) =>
      (phase === 'close' ? order.toReversed() : order)
        .filter((plugin) => !Number.isNaN(this.start(plugin, phase)))
        .map((plugin) => ({ plugin, phase })),
    )
    return called.sort((a, b) => this.start(a.plugin, a.phase) - this.start(b.plugin, b.phase))
  }
}
