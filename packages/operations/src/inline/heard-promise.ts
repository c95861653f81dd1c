import type { Listener } from './later.ts'

/**
 * What a program need not await, with all that follows from it: `known().then(…)`. The listener hears of it, since it may ask for more,
 * and of failures that nobody else hears: they fail the run, where they would otherwise end the whole process while others are made.
 */
export class HeardPromise<T> extends Promise<T> {
  #listener: Listener | undefined
  #isTaken = false

  /** Hears of the failure of a promise. */
  static of<T>(work: Promise<T>, listener: Listener): HeardPromise<T> {
    const promise = new HeardPromise<T>((resolve) => resolve(work))
    promise.#hear(listener)
    return promise
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, and what follows from it is heard, too
  override then<Result = T, Caught = never>(
    ...handlers: Parameters<typeof Promise.prototype.then<Result, Caught>>
  ): Promise<Result | Caught> {
    this.#isTaken = true
    const next = super.then(...handlers)
    if (next instanceof HeardPromise && this.#listener !== undefined) next.#hear(this.#listener)
    return next
  }

  #hear(listener: Listener): void {
    this.#listener = listener
    const heard = super.then(
      () => undefined,
      (thrown: unknown) => {
        if (!this.#isTaken) listener.unheard(thrown)
      },
    )
    listener.heed(heard)
  }
}
