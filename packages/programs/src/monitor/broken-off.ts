import { Status, StatusError } from '@slipway/protocol'

/**
 * Ends all that a program waits for once something that it has asked for cannot be had: programs take it that their engine is
 * gone, and end themselves.
 */
export class BrokenOff {
  readonly #broken = Promise.withResolvers<never>()
  #because: string | undefined
  #isHeld = false

  constructor() {
    this.#broken.promise.catch(() => undefined)
  }

  /** Why; `undefined` as long as all goes well. The first reason counts. */
  get because(): string | undefined {
    return this.#because
  }

  /** Resolves when the program is told that nothing more is done. */
  get told(): Promise<void> {
    return this.#broken.promise.catch(() => undefined)
  }

  breakOff(because: string): void {
    this.#because ??= because
    if (this.#isHeld) return
    this.#broken.reject(new StatusError(Status.unavailable, `nothing more is done: ${this.#because}`))
  }

  /** Answers nothing any more, and does not say so yet: the program waits, and its functions can be called. */
  hold(because: string): void {
    if (this.#because !== undefined) return
    this.#because = because
    this.#isHeld = true
  }

  /** Says why nothing is answered. */
  release(): void {
    this.#isHeld = false
    if (this.#because !== undefined) this.breakOff(this.#because)
  }

  /** The answer, unless everything is broken off before it is there. */
  async unless<T>(answer: () => Promise<T>): Promise<T> {
    if (this.#because !== undefined) return await this.#broken.promise
    return await Promise.race([answer(), this.#broken.promise])
  }
}
