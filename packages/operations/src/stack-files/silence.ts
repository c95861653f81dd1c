export interface SilenceOptions {
  readonly ping: () => void
  /** Called once per silence, with its length in seconds. */
  readonly warn: (seconds: number) => void
  readonly giveUp: (seconds: number) => void
}

const lookMs = 1000
const warnMs = 10_000
const mostMs = 60_000

/** Notices when a process is completely silent. Not used when a debugger may pause the process. */
export class Silence {
  readonly #options: SilenceOptions
  readonly #timer: NodeJS.Timeout
  #heardAt = performance.now()
  #lookedAt = performance.now()
  #hasWarned = false

  constructor(options: SilenceOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.look(performance.now()), lookMs)
    this.#timer.unref()
  }

  /** True if the process has been silent for longer than any non-waiting work should take. */
  get isLong(): boolean {
    return performance.now() - this.#heardAt > 2 * lookMs
  }

  heard(): void {
    this.#heardAt = performance.now()
    this.#hasWarned = false
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /**
   * Checks for silence.
   *
   * @param now a time of `performance.now()`
   */
  look(now: number): void {
    // After such a pause this process itself was suspended with the machine.
    if (now - this.#lookedAt > 5 * lookMs) this.#heardAt = now
    this.#lookedAt = now
    const silentMs = now - this.#heardAt
    if (silentMs > mostMs) {
      this.end()
      return this.#options.giveUp(Math.round(silentMs / 1000))
    }
    if (silentMs > warnMs && !this.#hasWarned) {
      this.#hasWarned = true
      this.#options.warn(Math.round(silentMs / 1000))
    }
    if (silentMs >= lookMs) this.#options.ping()
  }
}
