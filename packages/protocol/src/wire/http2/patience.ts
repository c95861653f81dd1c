import { Http2Error } from './http2-error.ts'

/** Frames that move nothing, above those that do, within one period. */
const limit = 10_000
const periodMs = 10_000

/**
 * Counts frames that cost work and move no data: pings, settings, resets, empty pieces. Each is allowed, a flood of them is not (RFC 9113,
 * 10.5). Frames that move data make up for them.
 */
export class Patience {
  readonly #now: () => number
  #since: number
  #spent = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  /** Fails with an Http2Error when the peer has used up all patience. */
  spend(frames: number): void {
    this.#spent += frames
    if (this.#spent <= limit) return
    const now = this.#now()
    if (now - this.#since < periodMs) throw new Http2Error('enhanceYourCalm', 'the peer floods with idle frames')
    this.#since = now
    this.#spent = frames
  }

  earn(frames: number): void {
    this.#spent = Math.max(0, this.#spent - frames)
  }
}
