/** How often a plugin that died is launched again: so many times within the window, then no more. */
export interface RelaunchLimit {
  readonly times: number
  readonly windowMs: number
}

/** Counts deaths in a sliding window. Times are monotonic milliseconds. */
export class RestartBudget {
  readonly #limit: RelaunchLimit
  #deaths: number[] = []

  constructor(limit: RelaunchLimit) {
    this.#limit = limit
  }

  /** Notes a death and answers whether one more launch is in order. */
  spend(now: number): boolean {
    this.#deaths = this.#deaths.filter((death) => now - death < this.#limit.windowMs)
    this.#deaths.push(now)
    return this.#deaths.length <= this.#limit.times
  }
}
