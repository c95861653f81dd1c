export interface SilenceOptions {
  readonly ping: () => void
  /** Once for each silence. */
  readonly warn: (seconds: number) => void
  readonly giveUp: (seconds: number) => void
}

const lookMs = 1000
const warnMs = 10_000
const mostMs = 60_000

/** Notices when a process says nothing, not even that it is there. A debugger may hold it: then nobody listens for that. */
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

  /** It has not answered for longer than anything should take that waits for nothing. */
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

  /** @param now as `performance.now()` says */
  look(now: number): void {
    // We have slept ourselves, with the machine.
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
