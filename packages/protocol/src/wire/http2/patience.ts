import { Http2Error } from './http2-error.ts'

/** The limit on frames that move nothing, in excess of frames that move data, within one period. */
const limit = 10_000
const periodMs = 10_000

/**
 * Counts frames that cost work and move no data: pings, settings, resets, empty pieces. Each is allowed, but a flood of them is not (RFC
 * 9113, 10.5). Frames that move data compensate for them.
 */
export class Patience {
  readonly #now: () => number
  #since: number
  #spent = 0

  /** @param now returns the time in milliseconds */
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
