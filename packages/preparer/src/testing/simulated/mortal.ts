import type { Clock } from '../../records/clock.ts'

const never = new Promise<never>(() => {})

/** One life of a preparer: after its end it gets no answers, and sees nothing. */
export class Mortal {
  #left = Infinity
  #isDead = false

  get isDead(): boolean {
    return this.#isDead
  }

  /** Ends the life before or after a number of its calls, each of which counts twice. */
  dieAfter(count: number): void {
    this.#left = Math.min(this.#left, count)
  }

  async call<T>(work: () => Promise<T>): Promise<T> {
    await this.#live()
    try {
      return await work()
    } finally {
      // The call may have had its effect without an answer.
      await this.#live()
    }
  }

  /** Passes an event from outside on, unless the preparer is dead. */
  hear(tell: () => void): void {
    if (!this.#isDead) tell()
  }

  clock(real: Clock): Clock {
    return {
      now: () => real.now(),
      sleep: async (ms, signal) => {
        await real.sleep(ms, signal)
        if (this.#isDead) await never
      },
    }
  }

  async #live(): Promise<void> {
    if (this.#isDead || this.#left-- <= 0) {
      this.#isDead = true
      await never
    }
  }
}
