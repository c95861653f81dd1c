import type { Clock } from '../records/clock.ts'
import { beatMs, cancelled, goneMs } from '../records/task-order.ts'

export interface Pace {
  /** Milliseconds, the same for both sides. */
  readonly beatMs?: number | undefined
  readonly goneMs?: number | undefined
  readonly clock: Clock
}

/** Why a task is ended, or never begun. */
export type Stop = 'cancelled' | 'gone' | 'closing'

/** Watches whether a deployment still wants an order. */
export class Standing {
  /** Aborted for any reason. */
  readonly stop: AbortSignal
  /** Aborted when nobody reads an answer. */
  readonly nobody: AbortSignal
  readonly #pace: Pace
  readonly #cancelled = new AbortController()
  readonly #dropped = new AbortController()
  readonly #gone = new AbortController()
  readonly #closing = new AbortController()
  #beat: string | undefined
  #beats = 0
  #beatAt: number
  #next = Promise.withResolvers<void>()
  #isStoreThere = true

  constructor(pace: Pace) {
    this.#pace = pace
    this.#beatAt = pace.clock.now()
    this.nobody = AbortSignal.any([this.#dropped.signal, this.#gone.signal, this.#closing.signal])
    this.stop = AbortSignal.any([this.#cancelled.signal, this.nobody])
    void this.#watch()
  }

  /** The first reason for which it was stopped. */
  get reason(): Stop | undefined {
    if (this.#cancelled.signal.aborted || this.#dropped.signal.aborted) return 'cancelled'
    if (this.#gone.signal.aborted) return 'gone'
    return this.#closing.signal.aborted ? 'closing' : undefined
  }

  get isDropped(): boolean {
    return this.#dropped.signal.aborted
  }

  get isGone(): boolean {
    return this.#gone.signal.aborted
  }

  /** Receives a sign of life of the deployment, or its cancellation. */
  hear(beat: string): void {
    if (beat === this.#beat) return
    this.#beat = beat
    this.#beatAt = this.#pace.clock.now()
    this.#beats++
    if (beat === cancelled) this.#cancelled.abort()
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Called when the order is removed. */
  drop(): void {
    this.#dropped.abort()
  }

  /** Called when the preparer ends. */
  close(): void {
    this.#closing.abort()
  }

  /** While the store is away, no sign of life can arrive. */
  storeIs(isThere: boolean): void {
    this.#isStoreThere = isThere
    this.#beatAt = this.#pace.clock.now()
  }

  /** How many beats were heard. */
  get beats(): number {
    return this.#beats
  }

  /** Resolves after further beats, or when there will be none. */
  async after(beats: number): Promise<void> {
    if (this.stop.aborted || this.#beats > beats) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const stopped = (): void => resolve()
    this.stop.addEventListener('abort', stopped, { once: true })
    await Promise.race([this.#next.promise, promise])
    this.stop.removeEventListener('abort', stopped)
  }

  async #watch(): Promise<void> {
    const { clock, beatMs: beat = beatMs, goneMs: gone = goneMs } = this.#pace
    while (!this.nobody.aborted) {
      if (!this.#isStoreThere) this.#beatAt = clock.now()
      if (clock.now() - this.#beatAt > gone) this.#gone.abort()
      await clock.sleep(beat, this.nobody)
    }
  }
}
