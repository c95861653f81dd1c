import { availableParallelism } from 'node:os'

/**
 * How many plugins may be on their way up at the same time. More than the machine has hands for would make each of them
 * late for its own deadline, and none of them earlier.
 */
export class LaunchSlots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count = Math.max(8, 4 * availableParallelism())) {
    this.#free = count
  }

  /** Runs the work when it is its turn: first come, first served. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}
