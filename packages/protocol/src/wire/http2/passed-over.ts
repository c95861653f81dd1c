import { maxPassedOver } from './limits.ts'

/**
 * Closed streams that a peer may still send on (RFC 9113, 5.1), because this side gave them up, and numbers that the client has never used.
 * All other streams are simply over.
 */
export class PassedOver {
  readonly #givenUp = new Set<number>()
  /** Numbers between two that were used, both ends excluded. The newest. */
  readonly #gaps: (readonly [after: number, before: number])[] = []

  /** Nothing can still be on its way for the oldest stream. */
  add(stream: number): void {
    this.#givenUp.add(stream)
    if (this.#givenUp.size <= maxPassedOver) return
    const [oldest] = this.#givenUp
    if (oldest !== undefined) this.#givenUp.delete(oldest)
  }

  /** The peer is done with it. */
  end(stream: number): void {
    this.#givenUp.delete(stream)
  }

  has(stream: number): boolean {
    return this.#givenUp.has(stream)
  }

  /** The client opens `next` after `last`. */
  skip(last: number, next: number): void {
    if (next - last <= 2) return
    this.#gaps.push([last, next])
    if (this.#gaps.length > maxGaps) this.#gaps.shift()
  }

  wasSkipped(stream: number): boolean {
    return this.#gaps.some(([after, before]) => stream > after && stream < before)
  }
}

const maxGaps = 64
