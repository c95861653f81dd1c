import { Status, StatusError } from '@slipway/protocol'

/**
 * Ends all that a program waits for once something that it has asked for cannot be had: programs take it that their engine is
 * gone, and end themselves.
 */
export class BrokenOff {
  readonly #broken = Promise.withResolvers<never>()
  #because: string | undefined

  constructor() {
    this.#broken.promise.catch(() => undefined)
  }

  /** Why; `undefined` as long as all goes well. The first reason counts. */
  get because(): string | undefined {
    return this.#because
  }

  breakOff(because: string): void {
    if (this.#because !== undefined) return
    this.#because = because
    this.#broken.reject(new StatusError(Status.unavailable, `nothing more is done: ${because}`))
  }

  /** The answer, unless everything is broken off before it is there. */
  async unless<T>(answer: () => Promise<T>): Promise<T> {
    if (this.#because !== undefined) return await this.#broken.promise
    return await Promise.race([answer(), this.#broken.promise])
  }
}
