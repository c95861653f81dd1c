import type { KnownCall, Listener } from './later.ts'

interface Hearing {
  readonly listener: Listener
  /** The call at the start of the chain. */
  readonly from: KnownCall
}

/**
 * A promise that a program need not await, with everything that follows from it: `known().then(…)`. The listener learns of the promise, since the
 * program may ask for more resources, and of failures that nobody else handles. Such failures fail the run. Otherwise they would end the whole
 * process while other resources are made.
 *
 * JavaScript's `await` takes its own promises as they are, without a call of their `then`. It takes a promise of our class like any other object
 * with a `then`: it calls `then` with two functions, one of which continues the program after the `await`. So an `await` counts as handling the
 * promise. One turn after the promise of that call is settled, the program has come to its next `await`. Later actions of the program are not seen.
 */
export class HeardPromise<T> extends Promise<T> {
  #hearing: Hearing | undefined
  #isTaken = false

  /** Wraps a promise and reports its failure to the listener. */
  static of<T>(work: Promise<T>, hearing: Hearing): HeardPromise<T> {
    const promise = new HeardPromise<T>((resolve) => resolve(work))
    promise.#hear(hearing)
    return promise
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, and what follows from it is heard, too
  override then<Result = T, Caught = never>(
    ...handlers: Parameters<typeof Promise.prototype.then<Result, Caught>>
  ): Promise<Result | Caught> {
    this.#isTaken = true
    const next = super.then(...handlers)
    if (next instanceof HeardPromise && this.#hearing !== undefined) next.#hear(this.#hearing)
    return next
  }

  #hear(hearing: Hearing): void {
    const { listener, from } = hearing
    this.#hearing = hearing
    const heard = super.then(
      () => undefined,
      (thrown: unknown) => {
        if (!this.#isTaken) listener.unheard(thrown)
      },
    )
    listener.heed(heard, from)
  }
}
