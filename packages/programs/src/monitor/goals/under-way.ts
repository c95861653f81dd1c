/** The work under way for a program, with the hooks that follow it. */
export class UnderWay {
  #count = 0
  #idle = Promise.withResolvers<void>()

  constructor() {
    this.#idle.resolve()
  }

  /** Resolves when no work is under way. */
  get idle(): Promise<void> {
    return this.#idle.promise
  }

  async until<T>(work: () => Promise<T>): Promise<T> {
    if (this.#count++ === 0) this.#idle = Promise.withResolvers<void>()
    try {
      return await work()
    } finally {
      if (--this.#count === 0) this.#idle.resolve()
    }
  }
}
