import { maxOpenStreams } from '../http2/limits.ts'
import { Arrivals } from './arrivals.ts'

/** Bytes of large requests that arrive at the same time, and what may be of requests at work and of answers on their way. */
const arriving = 32 * 1024 * 1024
const enoughWork = 64 * 1024 * 1024

/** Calls that are open, or whose handlers are still at work. */
export class OpenCalls {
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** False when there are too many. */
  enter(): boolean {
    if (this.#count >= this.#most) return false
    this.#count++
    return true
  }

  leave(): void {
    this.#count--
  }
}

/**
 * A server's load from all its clients together: calls, requests that handlers work on, answers that have not left.
 * While that is enough, further requests wait as they came.
 */
export class Workload {
  readonly calls = new OpenCalls(maxOpenStreams)
  readonly arrivals: Arrivals
  readonly #maxUnsentBytes: number
  readonly #waiting = new Set<() => void>()
  #weight = 0
  #unsentBytes = 0

  constructor(maxMessageBytes: number, maxUnsentBytes: number) {
    this.arrivals = new Arrivals(Math.max(arriving, maxMessageBytes))
    this.#maxUnsentBytes = maxUnsentBytes
  }

  /** Handlers have enough work: what comes now waits. */
  get isBusy(): boolean {
    return this.#weight >= enoughWork || this.#waiting.size > 0
  }

  /** Calls `work` when there is less of it, and those that came before have begun. */
  whenLess(work: () => void): void {
    this.#waiting.add(work)
  }

  /** Nobody wants it done any more. */
  forget(work: () => void): void {
    this.#waiting.delete(work)
  }

  /** Bytes that a call holds in memory, as far as one can tell; less than zero when it gives them back. */
  weigh(bytes: number): void {
    this.#weight += bytes
    while (this.#weight < enoughWork && this.#waiting.size > 0) {
      const [next] = this.#waiting
      if (next === undefined) return
      this.#waiting.delete(next)
      next()
    }
  }

  /** An answer is to leave. False when its client leaves too many lying. */
  hold(bytes: number): boolean {
    if (this.#unsentBytes + bytes > this.#maxUnsentBytes) return false
    this.#unsentBytes += bytes
    this.weigh(bytes)
    return true
  }

  /** The answer has left, or never will. */
  letGo(bytes: number): void {
    this.#unsentBytes -= bytes
    this.weigh(-bytes)
  }
}
