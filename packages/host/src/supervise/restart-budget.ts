/** How often a plugin is launched again: this many times within the window. */
export interface RelaunchLimit {
  readonly times: number
  readonly windowMs: number
}

/** Counts the ends of a plugin's processes in a sliding window. Times are monotonic milliseconds. */
export class RestartBudget {
  readonly #limit: RelaunchLimit
  #ends: number[] = []

  constructor(limit: RelaunchLimit) {
    this.#limit = limit
  }

  /** Notes an end. Returns whether one more launch is allowed. */
  spend(now: number): boolean {
    this.#ends = this.#ends.filter((end) => now - end < this.#limit.windowMs)
    this.#ends.push(now)
    return this.#ends.length <= this.#limit.times
  }
}
