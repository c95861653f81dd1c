import type { KnownCall, Listener } from './later.ts'

interface Hearing {
  readonly listener: Listener
  /** The call at the start of the chain. */
  readonly from: KnownCall
}

/**
 * A promise that a program need not await, with everything that follows from it: `known().then(…)`. The listener hears of it, since the
 * program may ask for more, and of failures that nobody else handles: they fail the run, where they would otherwise end the whole process
 * while other resources are made.
 *
 * `await` takes a promise of JavaScript's own as it is, without a call of its `then`. That of a class of ours it takes like any other thing
 * with a `then`: it calls that, with two functions, one of which has the program go on after the `await`. So an `await` counts as taking
 * it. A turn after the promise of that call is settled, the program has come to its next `await`. What it does then is not seen.
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
