import type { Clock } from '../../records/clock.ts'

const never = new Promise<never>(() => {})

/** One life of a preparer: from its end on nothing that it asks for is answered, and it sees nothing. */
export class Mortal {
  #left = Infinity
  #isDead = false

  get isDead(): boolean {
    return this.#isDead
  }

  /** Its end comes before or after so many of the calls that it makes, each of which counts twice. */
  dieAfter(count: number): void {
    this.#left = Math.min(this.#left, count)
  }

  async call<T>(work: () => Promise<T>): Promise<T> {
    await this.#live()
    try {
      return await work()
    } finally {
      // It may have been done, and nobody knows of it.
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
