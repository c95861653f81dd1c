import { Status, StatusError } from '@slipway/protocol'

/** Ends all waiting of a program once a requested resource is unavailable. Programs then assume that their engine is gone, and exit. */
export class BrokenOff {
  readonly #broken = Promise.withResolvers<never>()
  #because: string | undefined
  #isHeld = false

  constructor() {
    this.#broken.promise.catch(() => undefined)
  }

  /** The first reason; `undefined` if nothing was broken off. */
  get because(): string | undefined {
    return this.#because
  }

  /** Resolves once the program has been told. */
  get told(): Promise<void> {
    return this.#broken.promise.catch(() => undefined)
  }

  breakOff(because: string): void {
    this.#because ??= because
    if (this.#isHeld) return
    this.#broken.reject(new StatusError(Status.unavailable, `nothing more is done: ${this.#because}`))
  }

  /** Stops answering without telling the program yet: it waits, and its functions can still be called. */
  hold(because: string): void {
    if (this.#because !== undefined) return
    this.#because = because
    this.#isHeld = true
  }

  /** Tells the program after a hold. */
  release(): void {
    this.#isHeld = false
    if (this.#because !== undefined) this.breakOff(this.#because)
  }

  /** The answer, unless everything is broken off first. */
  async unless<T>(answer: () => Promise<T>): Promise<T> {
    if (this.#because !== undefined) return await this.#broken.promise
    return await Promise.race([answer(), this.#broken.promise])
  }
}
