import { maxOpenStreams } from '../http2/limits.ts'
import { Arrivals } from './arrivals.ts'

/** Limits in bytes: large requests that arrive at the same time, and requests at work plus answers on their way. */
const arriving = 32 * 1024 * 1024
const enoughWork = 64 * 1024 * 1024

/** Counts the calls that are open, or whose handlers still work. */
export class OpenCalls {
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Counts a new call. Returns false when there are too many. */
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
 * A server's load from all its clients together: calls, requests that handlers work on, answers that have not left. While the load is high,
 * further requests wait in their encoded form.
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

  /** True when the handlers have enough work: new requests wait. */
  get isBusy(): boolean {
    return this.#weight >= enoughWork || this.#waiting.size > 0
  }

  /** Calls `work` when the load is lower, and earlier waiting requests have begun. */
  whenLess(work: () => void): void {
    this.#waiting.add(work)
  }

  /** Drops waiting work that is no longer wanted. */
  forget(work: () => void): void {
    this.#waiting.delete(work)
  }

  /** Adds the approximate memory of a call, in bytes; a negative number gives memory back. */
  weigh(bytes: number): void {
    this.#weight += bytes
    while (this.#weight < enoughWork && this.#waiting.size > 0) {
      const [next] = this.#waiting
      if (next === undefined) return
      this.#waiting.delete(next)
      next()
    }
  }

  /** Counts an answer that is about to leave. Returns false when its client leaves too much unread. */
  hold(bytes: number): boolean {
    if (this.#unsentBytes + bytes > this.#maxUnsentBytes) return false
    this.#unsentBytes += bytes
    this.weigh(bytes)
    return true
  }

  /** Records that an answer has left, or never will. */
  letGo(bytes: number): void {
    this.#unsentBytes -= bytes
    this.weigh(-bytes)
  }
}
