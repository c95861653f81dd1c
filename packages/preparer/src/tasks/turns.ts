export interface Turn {
  /** Resolves when all earlier turns have been given back. */
  readonly comes: Promise<unknown>
  giveBack(): void
}

/** Turns by name: one at a time for each name, in the order in which they are taken. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  take(name: string): Turn {
    const comes = this.#last.get(name) ?? Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended = Promise.all([comes, promise])
    this.#last.set(name, ended)
    void this.#forget(name, ended)
    return { comes, giveBack: resolve }
  }

  async #forget(name: string, ended: Promise<unknown>): Promise<void> {
    await ended
    if (this.#last.get(name) === ended) this.#last.delete(name)
  }
}
